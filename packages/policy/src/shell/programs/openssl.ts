import { SINGLE_DASH, type CommandSpec, type ProgramSpec } from './spec.ts'

/** Options of openssl that load code or another configuration, in each of its commands. */
const OPENSSL_HAZARDS = {
  loads: '-engine= -provider= -provider-path=',
  configures: '-config=',
} satisfies CommandSpec

/** A command of openssl that shows a file's content or hashes it. */
function opensslReads(options: string): CommandSpec {
  return {
    readonly: true,
    style: SINGLE_DASH,
    options,
    reads: '-in= -CAfile= -untrusted= -trusted= -CRLfile= -verify= -prverify= -signature=',
    outputs: '-out= -CAserial=',
    writes: '-writerand=',
    changes:
      '-CAcreateserial -signkey= -key= -CA= -CAkey= -sign= -new -x509 -newkey= -keyout= -force_pubkey=',
    operands: { act: 'read' },
    arity: 2,
    ...OPENSSL_HAZARDS,
    read: (args, facts) =>
      args.has('-out', '-CAserial')
        ? {
            notReadonly: facts.notReadonly ?? {
              because: 'not-readonly',
              program: 'openssl',
              argument: '-out',
            },
          }
        : {},
  }
}

const DIGESTS = '-sha1 -sha224 -sha256 -sha384 -sha512 -md5 -sha3-256 -sha3-512 -blake2b512 -blake2s256'

const OPENSSL_READS: Readonly<Record<string, CommandSpec>> = {
  x509: opensslReads(
    `-inform= -outform= -noout -text -subject -issuer -dates -startdate -enddate -serial -fingerprint -pubkey -modulus -purpose -email -ocspid -ocsp_uri -hash -subject_hash -issuer_hash -checkend= -checkhost= -checkip= -checkemail= -nameopt= -certopt= -ext= ${DIGESTS}`,
  ),
  crl: opensslReads(
    `-inform= -outform= -noout -text -hash -issuer -lastupdate -nextupdate -crlnumber -fingerprint -nameopt= ${DIGESTS}`,
  ),
  req: opensslReads(
    `-inform= -outform= -noout -text -subject -pubkey -modulus -verify -nameopt= -reqopt= ${DIGESTS}`,
  ),
  verify: opensslReads(
    '-verbose -show_chain -partial_chain -purpose= -verify_hostname= -crl_check -no_check_time',
  ),
  dgst: opensslReads(`-hex -binary -r -c -list ${DIGESTS}`),
  asn1parse: opensslReads('-inform= -i -dump -offset= -length= -strparse= -noout'),
  list: opensslReads(
    '-commands -digest-commands -digest-algorithms -cipher-commands -cipher-algorithms -public-key-algorithms -disabled -providers -verbose -1',
  ),
  ciphers: opensslReads('-v -V -s -tls1_3 -tls1_2 -stdname'),
  help: opensslReads(''),
}

/** Certificates and digests: commands that show or hash a file read; the others make and change keys. */
export const OPENSSL: ProgramSpec = {
  names: ['openssl'],
  style: SINGLE_DASH,
  loads: '-engine= -provider= -provider-path=',
  configures: '-config=',
  arity: 2,
  subcommands: {
    version: { readonly: true, style: SINGLE_DASH, options: '-a -v -b -o -f -p -d -e -m -r -c' },
    ...OPENSSL_READS,
  },
  fallback: {
    style: SINGLE_DASH,
    reads: '-in= -inkey= -key= -CAfile= -cert= -certfile= -signer= -recip= -untrusted= -pass=',
    outputs: '-out= -keyout= -CAserial=',
    loads: '-engine= -provider= -provider-path= -pre= -post=',
    configures: '-config=',
    writes: '-writerand= -keylogfile= -sess_out=',
    arity: 2,
  },
}
