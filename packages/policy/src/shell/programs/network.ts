import { lazy } from '../../lazy.ts'
import { display, knownPrefix, type Field } from '../../model/field.ts'
import type { Hazard, Inner } from '../../model/part.ts'
import { isAddress, isRemotePath } from './addresses.ts'
import { readCurl, readWget } from './fetching.ts'
import { insideOf } from './into-target.ts'
import { joinWords, shellText } from './joined-words.ts'
import { OPENSSL } from './openssl.ts'
import { compileOptions, isHarmful } from './option-table.ts'
import { sortWords } from './options.ts'
import {
  GNU,
  MODERN,
  POSIX,
  SINGLE_DASH,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ParsedOption,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'
import { after, optionHazard } from './table-parts.ts'
import { spreads, writes } from './touches.ts'

const SSH: CommandSpec = {
  style: POSIX,
  options:
    '-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y -B= -b= -c= -D= -e= -i= -J= -L= -l= -m= -O= -p= -Q= -R= -W= -w=',
  configures: '-o= -F= -S= -P=',
  loads: '-I=',
  writes: '-E=',
}

/** Programs that talk to other machines. None of them only reads: an address can carry data away. */
export const NETWORK: Table = () => [
  {
    names: ['curl'],
    style: { ...GNU, abbreviate: false },
    options:
      '-#,--progress-bar -0,--http1.0 -1,--tlsv1 -2,--sslv2 -3,--sslv3 -4,--ipv4 -6,--ipv6 -a,--append -A,--user-agent= -B,--use-ascii -C,--continue-at= --compressed --connect-timeout= -e,--referer= -f,--fail --fail-with-body --fail-early -g,--globoff -G,--get -h,--help[=] -I,--head -i,--include,--show-headers -j,--junk-session-cookies -k,--insecure -l,--list-only -L,--location --location-trusted -m,--max-time= -M,--manual -n,--netrc -N,--no-buffer -p,--proxytunnel -r,--range= -R,--remote-time -s,--silent -S,--show-error -u,--user= -v,--verbose -V,--version -X,--request= -y,--speed-time= -Y,--speed-limit= -z,--time-cond= -Z,--parallel --parallel-max= --retry= --retry-delay= --retry-max-time= --retry-all-errors --retry-connrefused --max-redirs= --max-filesize= --http1.1 --http2 --http2-prior-knowledge --http3 --tlsv1.2 --tlsv1.3 --oauth2-bearer= --basic --digest --ntlm --negotiate --anyauth --no-progress-meter --no-keepalive --keepalive-time= --path-as-is --create-dirs --post301 --post302 --post303 --url-query= --variable= --ciphers= --pinnedpubkey= --crlf --limit-rate= --rate= --ssl --ssl-reqd --tcp-nodelay --no-sessionid -:,--next -J,--remote-header-name --form-string= --data-raw= --expand-url= --interface= --aws-sigv4= --delegation= --login-options= --krb= -Q,--quote= -P,--ftp-port= --mail-from= --mail-rcpt= --proto= --proto-default= --proto-redir= --request-target= --styled-output --remove-on-error --skip-existing --raw --tr-encoding --xattr --no-clobber -q,--disable --trace-time --trace-ids --trace-config=  ',
    reads:
      '--cacert= --capath= -E,--cert= --key= -b,--cookie= --netrc-file= --crlfile= --etag-compare= --proxy-cacert= --proxy-cert= --pubkey=',
    writes:
      '-o,--output= -O,--remote-name --remote-name-all --output-dir= -D,--dump-header= -c,--cookie-jar= --trace= --trace-ascii= --stderr= --libcurl= --hsts= --alt-svc= --etag-save= --ssl-sessions=',
    configures:
      '--unix-socket= --abstract-unix-socket= -K,--config= -x,--proxy= --preproxy= --socks4= --socks4a= --socks5= --socks5-hostname= --proxy1.0= --resolve= --connect-to= --doh-url= --dns-servers= -U,--proxy-user= --haproxy-protocol',
    loads: '--engine=',
    changes:
      '-d,--data,--data-ascii= --data-binary= --data-urlencode= --json= -F,--form= -T,--upload-file= -H,--header= --proxy-header= -w,--write-out= --url= -t,--telnet-option=',
    arity: 0,
    traits: ['download'],
    read: readCurl,
  },
  {
    names: ['wget', 'wget2'],
    style: GNU,
    options:
      '-V,--version -h,--help -b,--background -d,--debug -q,--quiet -v,--verbose -nv,--no-verbose -t,--tries= -nc,--no-clobber --no-netrc -c,--continue --start-pos= --progress= --show-progress -N,--timestamping -S,--server-response --spider -T,--timeout= --dns-timeout= --connect-timeout= --read-timeout= -w,--wait= --waitretry= --random-wait --no-proxy -Q,--quota= --limit-rate= --no-dns-cache -4,--inet4-only -6,--inet6-only --user= --password= -nd,--no-directories -x,--force-directories -nH,--no-host-directories --protocol-directories --cut-dirs= --content-disposition --content-on-error --trust-server-names --http-user= --http-password= --no-cache -E,--adjust-extension --no-http-keep-alive --header= --compression= --max-redirect= --referer= -U,--user-agent= --post-data= --method= --body-data= --no-check-certificate --secure-protocol= --https-only -r,--recursive -l,--level= -k,--convert-links -K,--backup-converted -m,--mirror -p,--page-requisites -A,--accept= -R,--reject= --accept-regex= --reject-regex= -D,--domains= --exclude-domains= --follow-ftp --follow-tags= -H,--span-hosts -L,--relative -I,--include-directories= -X,--exclude-directories= -np,--no-parent --no-config -F,--force-html --unlink --delete-after --auth-no-challenge --default-page= --retry-connrefused --bind-address=',
    reads: '--load-cookies= --ca-certificate= --certificate= --private-key= --crl-file= -B,--base=',
    writes:
      '-O,--output-document= -o,--output-file= -a,--append-output= -P,--directory-prefix= --save-cookies= --hsts-file= --rejected-log= --warc-file= --warc-dedup= --warc-tempdir=',
    starts: '--use-askpass=',
    configures: '-e,--execute= --config= -i,--input-file= --input-metalink= --use-plugin= --proxy=',
    changes: '--post-file= --body-file=',
    arity: 0,
    traits: ['download'],
    read: readWget,
  },
  { names: ['ssh', 'autossh', 'slogin'], queries: '-V', ...SSH, arity: -1, read: readSsh },
  {
    names: ['scp'],
    style: POSIX,
    options: '-3 -4 -6 -A -B -C -O -p -q -R -r -s -T -v -c= -i= -J= -l= -P= -X=',
    configures: '-o= -F=',
    starts: '-S= -D=',
    arity: -1,
    read: readScp,
  },
  {
    names: ['sftp'],
    style: POSIX,
    options: '-4 -6 -A -a -C -f -N -p -q -r -v -B= -c= -i= -J= -l= -P= -R= -s= -X=',
    configures: '-o= -F=',
    starts: '-S= -D=',
    loads: '-b=',
    arity: -1,
    traits: ['send-files'],
    read: (args, facts) => ({ inner: [...facts.inner, ...args.options.flatMap(commandOption)] }),
  },
  {
    names: ['nc', 'ncat', 'netcat', 'nc.openbsd', 'nc.traditional'],
    style: GNU,
    options:
      '-4 -6 -b -C -D -d -F -h -k -l -N -n -r -S -t -U -u -v -Z -z -i= -I= -M= -m= -O= -p= -q= -s= -T= -V= -w= -W= -X= -x= --ssl --wait= --recv-only --send-only --listen --keep-open --udp --verbose --no-shutdown --source= --source-port=',
    runs: '-c,--sh-exec= -e,--exec=',
    starts: '--lua-exec=',
    writes: '-o,--output= -x,--hex-dump=',
    arity: -1,
    traits: ['send-files', 'download'],
    read: (args, facts) =>
      args.has('-z', '-l', '--listen') ? { traits: ['download'] } : { traits: facts.traits },
  },
  {
    names: ['socat'],
    queries: '',
    style: WORDS,
    arity: -1,
    traits: ['send-files', 'download'],
    read: readSocat,
  },
  {
    names: ['telnet', 'ftp', 'lftp', 'tftp', 'ncftp', 'rlogin'],
    queries: '',
    style: WORDS,
    arity: -1,
    traits: ['send-files', 'download'],
  },
  {
    names: ['aria2c', 'axel'],
    style: GNU,
    writes: '-d,--dir= -o,--out= -l,--log= --save-session=',
    configures: '-i,--input-file= --conf-path= --all-proxy= --http-proxy= --https-proxy= --load-cookies=',
    starts:
      '--on-download-complete= --on-download-error= --on-download-pause= --on-download-start= --on-download-stop= --on-bt-download-complete=',
    arity: 0,
    traits: ['download'],
  },
  {
    names: ['http', 'https', 'httpie', 'xh', 'xhs'],
    style: MODERN,
    writes: '-o,--output= -d,--download',
    configures: '--proxy= --cert= --cert-key= --session= --session-read-only= --config-dir=',
    arity: 0,
    traits: ['download'],
    read: ({ operands }, facts) =>
      operands.some((field) => /(?:=@|:=@|@)/.test(display(field).replace(/^[^=@]*:\/\/[^/]*@/, '')))
        ? { traits: [...facts.traits, 'send-files'] }
        : {},
  },
  {
    names: ['lynx', 'w3m', 'links', 'elinks', 'links2'],
    style: SINGLE_DASH,
    configures: '-cfg= -lss= -config=',
    arity: 0,
    traits: ['download'],
  },
  {
    names: [
      'dig',
      'host',
      'nslookup',
      'drill',
      'kdig',
      'whois',
      'ping',
      'ping6',
      'traceroute',
      'traceroute6',
      'tracepath',
      'mtr',
      'arping',
      'fping',
      'hping3',
      'masscan',
      'ssh-keyscan',
      'resolvectl',
      'avahi-browse',
      'showmount',
      'rpcinfo',
      'snmpwalk',
    ],
    queries: '',
    style: GNU,
    arity: 0,
  },
  {
    names: ['nmap'],
    queries: '--version -V --help -h',
    style: SINGLE_DASH,
    // Scripts are programs, and the bundled ones also attack.
    loads: '-script,--script= --script-args= --script-args-file= --datadir= --servicedb= --versiondb=',
    reads: '-iL= --excludefile=',
    outputs: '-oN= -oX= -oS= -oG= -oA=',
    arity: 0,
  },
  {
    names: ['ssh-keygen'],
    style: POSIX,
    options:
      '-A -B -c -e -g -H -i -l -L -p -q -U -v -y -b= -C= -E= -F= -I= -m= -N= -n= -O= -P= -R= -r= -t= -V= -Y= -Z= -z=',
    reads: '-s= -h',
    loads: '-D= -w=',
    changes: '-f= -K= -k -M= -a=',
    arity: -1,
    read: readKeygen,
  },
  { names: ['ssh-add'], style: POSIX, loads: '-D= -P= -w= -s=', operands: { act: 'read' }, arity: -1 },
  { names: ['ssh-copy-id'], style: POSIX, configures: '-o= -F=', arity: -1, traits: ['send-files'] },
  {
    names: ['mail', 'mailx', 'sendmail', 'mutt', 'msmtp', 'swaks'],
    queries: '',
    style: WORDS,
    arity: -1,
    traits: ['send-files'],
  },
  { names: ['rclone'], style: MODERN, configures: '--config=', arity: 0, read: readRclone },
  OPENSSL,
]

/** Shows a key, or makes one. */
function readKeygen(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const file = args.value('-f')
  const shows = args.has('-l', '-y', '-e', '-i', '-F', '-H', '-L', '-B')
  return file === undefined
    ? {}
    : { touches: [...facts.touches, { act: shows ? 'read' : 'write', path: file, recursive: false }] }
}

const SSH_TABLE = lazy(() => compileOptions(SSH))

const KINDS = { writes: 'writes', loads: 'loads', configures: 'configures' } as const

/** Options may follow the host too; the words after them run on that host. */
function readSsh(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const behind = args.operands.slice(1)
  const { options, doubts, stop } = sortWords(behind, SSH_TABLE(), { first: true })
  const words = behind.slice(stop)
  const more = options.flatMap((option): readonly Hazard[] => {
    if (option.effect === 'unknown' || !isHarmful(option.effect)) return []
    const kind = option.effect === 'writes' || option.effect === 'loads' ? KINDS[option.effect] : 'configures'
    return [optionHazard(kind, option)]
  })
  return {
    hazards: [
      ...facts.hazards,
      ...more,
      ...doubts.map(({ field }): Hazard => ({
        kind: 'configures',
        option: display(field),
        range: field.range,
        spellings: [],
      })),
    ],
    inner: [
      ...[...args.options, ...options].flatMap(commandOption),
      ...(words.length === 0 ? typedOver(args) : [{ ...shellText(joinWords(words)), remote: true }]),
    ],
  }
}

/** Without a command a remote shell reads the input. */
function typedOver({ operands, has }: ParsedArgs): readonly Inner[] {
  return operands.length === 0 || has('-N', '-W', '-O', '-G', '-Q') ? [] : [{ kind: 'stdin-script' }]
}

/** `-o ProxyCommand=…` and similar options contain shell text. */
function commandOption({ names, value }: ParsedOption): readonly Inner[] {
  if (value === undefined) return []
  if (names.includes('-S') || names.includes('-D')) return [shellText(value)]
  if (!names.includes('-o')) return []
  const pattern = /^\s*(?:(?:Proxy|Local|KnownHosts|Remote)Command\s*[= ]\s*|Match\s.*exec\s*)/i
  return pattern.test(knownPrefix(value)) ? [shellText(after(value, pattern))] : []
}

function readScp(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { operands } = args
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  const local = sources.filter((field) => !isRemotePath(field))
  const away = target !== undefined && isRemotePath(target)
  const recursive = args.has('-r')
  return {
    inner: args.options.flatMap(commandOption),
    traits: away && local.length > 0 ? ['send-files'] : [],
    touches: [
      ...facts.touches,
      ...local.map((path): Touch => ({ act: 'read', path, recursive })),
      ...(target === undefined || away ? [] : received(target, sources, recursive)),
    ],
  }
}

/** The files and folders of this machine that receive content. */
function received(target: Field, sources: readonly Field[], recursive: boolean): readonly Touch[] {
  const content = recursive && sources.some((source) => /[/:]\.?\/*$/.test(display(source)))
  return [
    content ? spreads(target) : writes(target),
    ...sources.flatMap((source) => insideOf(target, source)),
  ]
}

/** `EXEC:` and `SYSTEM:` start a program. */
function readSocat({ argv }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const starting = argv.filter((field) => /^(?:exec|system|shell):/i.test(knownPrefix(field)))
  return {
    hazards: [
      ...facts.hazards,
      ...starting.map((field): Hazard => ({
        kind: 'starts',
        option: display(field),
        range: field.range,
        spellings: [display(field)],
      })),
    ],
    inner: starting.map((field) => shellText(after(field, /^[a-z]+:/i))),
  }
}

/** Copying to `remote:path` sends files away. */
function readRclone({ operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const target = operands.at(-1)
  const sends = target !== undefined && operands.length > 2 && (isRemotePath(target) || isAddress(target))
  const [command, first] = operands
  const act = RCLONE.get(display(command))
  const lost = act === 'source' ? first : act === 'target' ? operands[2] : undefined
  const removed: readonly Touch[] =
    lost === undefined || isRemotePath(lost) ? [] : [{ act: 'remove', path: lost, recursive: true }]
  const here =
    target !== undefined &&
    !sends &&
    /^(?:copy|copyto|sync|bisync|move|moveto)$/.test(display(command ?? target))
  return {
    touches: [...facts.touches, ...removed, ...(here && operands.length > 2 ? [spreads(target)] : [])],
    ...(sends ? { traits: [...facts.traits, 'send-files'] } : {}),
  }
}

/** What subcommands of rclone remove: their arguments, or target files that the source does not have. */
const RCLONE: ReadonlyMap<string, 'source' | 'target'> = new Map([
  ...'purge delete deletefile rmdir rmdirs cleanup move moveto'
    .split(' ')
    .map((name) => [name, 'source'] as const),
  ...'sync bisync'.split(' ').map((name) => [name, 'target'] as const),
])
