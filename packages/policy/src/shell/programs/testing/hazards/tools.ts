import type { HazardRow } from './row.ts'

/** Hazards of the tools of the shell and of the network. */
export const TOOLS_HAZARDS: readonly HazardRow[] = [
  // sed.ts
  ['sed', 'writes', '-i/x; -i p f; --in-place=/x; -I/x; -I p f'],
  ['sed', 'loads', '-f /x; --file=/x'],
  // awk.ts
  [
    'awk',
    'writes',
    '-d/x; -d 1 f; --dump-variables=/x; -o/x; -o 1 f; --pretty-print=/x; -p/x; -p 1 f; --profile=/x',
  ],
  [
    'awk',
    'loads',
    '-f /x; --file=/x; -i /x; --include=/x; -l /x; --load=/x; -E /x; --exec=/x; -D/x; -D 1 f; --debug=/x',
  ],
  // find.ts
  ['fd', 'starts', '-x /x; --exec=/x; -X /x; --exec-batch=/x'],
  // carriers.ts
  ['time', 'writes', '-o /x; --output=/x'],
  ['script', 'writes', '-O /x; --log-out=/x; -I /x; --log-in=/x; -B /x; --log-io=/x; -T /x; --log-timing=/x'],
  ['strace', 'writes', '-o /x'],
  ['watch', 'writes', '-s /x; --shotsdir=/x'],
  ['nix-shell', 'starts', '--run=/x; --command=/x'],
  ['nix-shell', 'loads', '-p /x; --packages=/x; -E /x; --expr=/x; -I /x'],
  // view-tools.ts
  ['info', 'writes', '-o /x; --output=/x; --dribble=/x'],
  ['info', 'loads', '--restore=/x; --init-file=/x'],
  ['diffstat', 'writes', '-o /x'],
  ['delta', 'starts', '--pager=/x'],
  ['delta', 'configures', '--config=/x; --features=/x'],
  // shells.ts
  ['at', 'loads', '-f /x'],
  ['ltrace', 'writes', '-o /x; --output=/x'],
  ['tmux', 'starts', '-c /x'],
  ['tmux', 'loads', '-f /x'],
  ['screen', 'starts', '-s /x'],
  ['screen', 'loads', '-c /x'],
  // network.ts
  [
    'curl',
    'writes',
    '-o /x; --output=/x; -O; --remote-name; --remote-name-all; --output-dir=/x; -D /x; --dump-header=/x; -c /x; --cookie-jar=/x; --trace=/x; --trace-ascii=/x; --stderr=/x; --libcurl=/x; --hsts=/x; --alt-svc=/x; --etag-save=/x; --ssl-sessions=/x',
  ],
  ['curl', 'loads', '--engine=/x'],
  [
    'curl',
    'configures',
    '-K /x; --config=/x; -x /x; --proxy=/x; --preproxy=/x; --socks4=/x; --socks4a=/x; --socks5=/x; --socks5-hostname=/x; --proxy1.0=/x; --resolve=/x; --connect-to=/x; --doh-url=/x; --dns-servers=/x; -U /x; --proxy-user=/x; --haproxy-protocol',
  ],
  [
    'wget',
    'writes',
    '-O /x; --output-document=/x; -o /x; --output-file=/x; -a /x; --append-output=/x; -P /x; --directory-prefix=/x; --save-cookies=/x; --hsts-file=/x; --rejected-log=/x; --warc-file=/x; --warc-dedup=/x; --warc-tempdir=/x',
  ],
  ['wget', 'starts', '--use-askpass=/x'],
  [
    'wget',
    'configures',
    '-e /x; --execute=/x; --config=/x; -i /x; --input-file=/x; --input-metalink=/x; --use-plugin=/x; --proxy=/x',
  ],
  ['ssh', 'writes', '-E /x'],
  ['ssh', 'loads', '-I /x'],
  ['ssh', 'configures', '-o /x; -F /x; -S /x; -P /x'],
  ['scp', 'starts', '-S /x; -D /x'],
  ['scp', 'configures', '-o /x; -F /x'],
  ['sftp', 'starts', '-S /x; -D /x'],
  ['sftp', 'loads', '-b /x'],
  ['sftp', 'configures', '-o /x; -F /x'],
  ['nc', 'writes', '-o /x; --output=/x; -x /x; --hex-dump=/x'],
  ['nc', 'starts', '-e /x; --exec=/x; --lua-exec=/x'],
  ['nc', 'starts', '-c /x; --sh-exec=/x'],
  ['aria2c', 'writes', '-d /x; --dir=/x; -o /x; --out=/x; -l /x; --log=/x; --save-session=/x'],
  [
    'aria2c',
    'starts',
    '--on-download-complete=/x; --on-download-error=/x; --on-download-pause=/x; --on-download-start=/x; --on-download-stop=/x; --on-bt-download-complete=/x',
  ],
  [
    'aria2c',
    'configures',
    '-i /x; --input-file=/x; --conf-path=/x; --all-proxy=/x; --http-proxy=/x; --https-proxy=/x; --load-cookies=/x',
  ],
  ['http', 'writes', '-o /x; --output=/x; -d; --download'],
  [
    'http',
    'configures',
    '--proxy=/x; --cert=/x; --cert-key=/x; --session=/x; --session-read-only=/x; --config-dir=/x',
  ],
  ['lynx', 'configures', '-cfg /x; -lss /x; -config /x'],
  ['ssh-keygen', 'loads', '-D /x; -w /x'],
  ['ssh-add', 'loads', '-D /x; -P /x; -w /x; -s /x'],
  ['ssh-copy-id', 'configures', '-o /x; -F /x'],
  ['vim', 'starts', '-c /x; --cmd /x; -S /x'],
  ['vim', 'loads', '-u /x; -U /x; -s /x; -w /x; -W /x'],
  ['kubectl config', 'starts', '--exec-command=x; --exec-arg=x; --exec-env=x'],
  ['kubectl kustomize', 'starts', '--enable-exec; --enable-alpha-plugins'],
  ['kubectl kustomize', 'loads', '--enable-helm'],
  ['ex', 'starts', '-c x; --cmd x; -S x'],
  ['ex', 'loads', '-u x; -U x; -w x; -W x'],
  ['curl', 'configures', '--unix-socket x; --abstract-unix-socket x'],
  ['kubectl cp', 'writes', 'p:/x /etc/y'],
  ['docker cp', 'writes', 'c:/x /etc/y'],
  ['rclone', 'configures', '--config=/x'],
  ['openssl', 'loads', '-engine /x; -provider /x; -provider-path /x'],
  ['openssl', 'configures', '-config /x'],
  ['openssl other', 'writes', '-writerand /x; -keylogfile /x; -sess_out /x'],
  ['openssl other', 'loads', '-engine /x; -provider /x; -provider-path /x; -pre SO_PATH:/x; -post LOAD'],
  ['openssl other', 'configures', '-config /x'],
  // parallel.ts
  ['parallel', 'writes', '--joblog=/x; --results=/x; --tmpdir=/x; --compress'],
  [
    'parallel',
    'starts',
    '-S /x; --sshlogin=/x; --ssh=/x; --shellquote; --compress-program=/x; --tmux; --filter=/x; --limit=/x; --profile=/x; -J /x; --env=/x',
  ],
]
