import { wordSet } from '../../word-set.ts'

// Programs by their use of input, arguments or findings. A program from a table is also listed here if more than its own words matters:
// input from a pipe, from the network, from another command.

/** Programs that store, show or unpack their input and pass it on. */
export const HANDS_ON = wordSet(
  'tee sponge tar bsdtar gtar gunzip gzip zcat bzip2 bunzip2 xz unxz zstd unzstd lz4 brotli funzip cpio unzip 7z 7za dd split csplit pv base64 base32 xxd openssl jq yq xq htmlq pup xmllint tidy pandoc html2text lynx w3m links less more most bat fzf glow pbcopy xclip xsel wl-copy clip.exe ffmpeg ffplay mpv convert magick iconv curl wget wget2 http https xh xhs aria2c nc ncat netcat socat mail read mapfile readarray cd echo printf ls rsync scp ssh json.tool',
)

/** Programs that treat their input or arguments as code or instructions. */
export const TAKES_CODE = wordSet(
  'deno bun ts-node tsx psql pgcli sqlite3 sqlite duckdb mysql mariadb mycli mongosh mongo redis-cli clickhouse-client sqlplus sqlcmd bc dc gnuplot patch ed red ex vim nvim gdb lldb crontab at batch pwsh powershell xonsh nu swift ocaml ghci gpg gpg2 apt-key java jshell sbcl',
)

/** The time before each command of a crontab. */
export const CRON_TIMES = /^[ \t]*(?:@\w+|(?:[^\s#]+[ \t]+){5})[ \t]*/gm

/** A word that asks a program to read its standard input. */
export const READS_STDIN = /^(?:-|-f-|--[\w-]+=-|(?:--[\w-]+=)?\/dev\/(?:stdin|fd\/0))$/

/** Programs that treat their input as code when an option makes them read it, or a file of that kind. */
export const TAKES_CODE_ON_REQUEST = wordSet(
  'make gmake bmake awk gawk mawk nawk sed gsed gcc g++ cc c++ clang clang++ tcc as ld go docker podman kubectl oc helm ansible-playbook pip pip3 uv pipx nix-shell install tmux screen terraform cmake npm pnpm yarn dpkg apt apt-get rpm dnf yum code adb source luajit Rscript R julia tclsh wish expect octave racket guile scala groovy kotlin elixir iex ruby perl lua php',
)

/** Programs that follow instructions in files of the working directory. */
export const BUILDERS = wordSet(
  'make gmake just task rake npm pnpm yarn bun npx pip pip3 uv poetry pytest tox nox cargo gradle gradlew mvn go bundle composer cmake ninja meson docker podman docker-compose vagrant nix nix-build nix-shell terraform tofu ansible-playbook sbt mix dotnet swift deno',
)

/** Programs that print data of the machine or of a database. */
export const TELLS_OF_MACHINE = wordSet(
  'env printenv tar zip history docker pg_dump pg_dumpall pg_basebackup mysqldump mariadb-dump mongodump mongoexport',
)

/** Programs whose words go to another machine: addresses, headers, names to look up, commands to run there. */
export const TALKERS = wordSet(
  'curl curlie wget wget2 http https httpie xh xhs dig host nslookup drill kdig getent resolvectl whois ping ping6 traceroute tracepath fping finger ssh autossh slogin websocat wscat grpcurl logger mosquitto_pub nats snmptrap hurl lynx w3m',
)

/** Programs that send their input. */
export const SENDS_INPUT = wordSet(
  'ssh autossh slogin openssl http https httpie xh xhs websocat wscat grpcurl curl nc ncat netcat kcat kafkacat smbclient cadaver',
)

/** Programs that read commands in their own language from their input. */
export const COMMANDS_IN_INPUT = wordSet(
  'ed red ex vi vim nvim gdb lldb sqlite3 sqlite duckdb psql pgcli mysql mariadb mycli mysqlsh ftp sftp lftp telnet mail mailx dc gnuplot m4 ghci ipython ipython3 R octave julia',
)

/** Programs that do so if an option requests it. */
export const COMMANDS_IN_INPUT_ON_REQUEST = wordSet(
  'make gmake bmake awk gawk mawk nawk sed gsed cmake deno bun ninja',
)

/** Programs of another kind with an option for code. */
export const CODE_IN_WORDS = wordSet(
  'mongo mongosh make gmake bmake rake thor pry ipython ipython3 bpython gnuplot lftp m4',
)

/** Programs that may print a variable, or select one out of all. */
export const SHOWS_VARIABLES = wordSet(
  'printenv declare typeset export echo printf docker podman nerdctl docker-compose kubectl oc grep egrep fgrep rg ag awk gawk mawk nawk sed gsed jq gojq yq python python3 perl node cat tee base64 xxd od rev head tail',
)

/** Programs whose arguments are lost when they are applied to everything that another command lists. */
export const DESTROYERS = wordSet('rm unlink shred rmdir chmod chown chgrp mv truncate')

/** Programs that copy or move a file, or give it another name. */
export const COPIERS = wordSet('cp gcp mv gmv ln gln install ginstall link dd rsync')

/** Programs whose words are names on another machine, or in a container. */
export const WORDS_OF_ELSEWHERE = wordSet(
  'ssh autossh slogin mosh docker podman nerdctl kubectl oc vagrant multipass lxc adb source . eval export declare typeset local readonly',
)

/** Programs that only read files which run automatically later. */
export const CHECKERS = wordSet(
  'actionlint yamllint shellcheck hadolint act check-jsonschema ajv markdownlint jsonlint taplo-lint zizmor cspell codespell',
)
