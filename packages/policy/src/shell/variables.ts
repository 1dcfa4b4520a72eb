import { lazy } from '../lazy.ts'
import { wordSet } from '../word-set.ts'

/**
 * True when setting the variable changes nothing that a person would want to be asked about. `environment`: programs see it (`A=b cmd`,
 * `env A=b`, `export`). `shell`: a plain assignment that stays in the shell.
 */
export function isHarmlessName(name: string, how: 'environment' | 'shell', value?: string): boolean {
  if (HARMLESS.has(name) || name.startsWith('LC_')) return true
  if (value !== undefined && HARMLESS_VALUES().get(name)?.test(value) === true) return true
  if (how === 'environment') return false
  return !SENSITIVE.has(name) && !SENSITIVE_STARTS.some((start) => name.startsWith(start))
}

/** True when programs that see the value load or start code that it names and that is not visible. */
export function loadsCode(name: string, value: string | undefined): boolean {
  const pattern = LOADERS().get(name)
  return pattern !== undefined && (value === undefined || pattern.test(value))
}

/** Not empty, and not a null value. */
const ANYTHING = /^(?!\/dev\/null$)./s
/** A file or a text, not the name of a package. */
const LOADERS = lazy(
  (): ReadonlyMap<string, RegExp> =>
    new Map([
      ...names(
        `BASH_ENV ZDOTDIR LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES PYTHONSTARTUP PERL5DB LUA_INIT R_PROFILE
    R_PROFILE_USER GIT_EXEC_PATH GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_PARAMETERS GIT_CONFIG GCONV_PATH
    OPENSSL_CONF OPENSSL_ENGINES VIMINIT EXINIT GVIMINIT npm_config_script_shell npm_config_node_options
    npm_config_userconfig npm_config_globalconfig NPM_CONFIG_SCRIPT_SHELL NPM_CONFIG_USERCONFIG`,
      ).map((name) => [name, ANYTHING] as const),
      ['ENV', /[/~$]/],
      ['NODE_OPTIONS', /(?:--(?:require|import|loader|experimental-loader)|-r)[= ]\s*["']?(?:[./~]|\w+:)/],
      ['PERL5OPT', /-[Mmed]/],
      ['RUBYOPT', /-[reI]/],
      ...names(`JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS MAVEN_OPTS`).map(
        (name) => [name, /agent|bootclasspath/] as const,
      ),
    ]),
)

function names(list: string): readonly string[] {
  return list.split(/\s+/).filter((name) => name !== '')
}

const HARMLESS = wordSet(
  `LANG TZ NO_COLOR FORCE_COLOR COLUMNS LINES TERM CI NODE_ENV PYTHONUNBUFFERED RUST_BACKTRACE`,
)

/** Values that make a program do less: it does not page, and asks nobody. */
const HARMLESS_VALUES = lazy(
  (): ReadonlyMap<string, RegExp> =>
    new Map([
      ...names(`PAGER GIT_PAGER GH_PAGER MANPAGER SYSTEMD_PAGER PSQL_PAGER BAT_PAGER AWS_PAGER`).map(
        (name) => [name, /^(?:cat)?$/] as const,
      ),
      ...names(`GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS`).map((name) => [name, /^0$/] as const),
    ]),
)

/** Names that the shell itself or common programs read, so that even a plain assignment of one may matter. */
const SENSITIVE = wordSet(`
    PATH IFS HOME PWD OLDPWD CDPATH ENV SHELL USER LOGNAME UID EUID TMPDIR TMP TEMP MAIL MAILPATH MAILCHECK
    PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND PROMPT_DIRTRIM SHELLOPTS BASHOPTS BASH BASH_ENV BASH_ALIASES BASH_CMDS
    BASH_LOADABLES_PATH BASH_XTRACEFD BASH_COMPAT BASH_ARGV0 POSIXLY_CORRECT FUNCNEST EXECIGNORE GLOBIGNORE FIGNORE
    HISTFILE HISTCMD HISTCONTROL HISTIGNORE HISTSIZE HISTFILESIZE HISTTIMEFORMAT INPUTRC TMOUT TIMEFORMAT
    COMP_WORDBREAKS COMPREPLY OPTERR OPTIND FCEDIT auto_resume histchars
    PAGER MANPAGER BAT_PAGER DELTA_PAGER SYSTEMD_PAGER LESS LESSOPEN LESSCLOSE LESSKEY LESSHISTFILE MORE LV
    EDITOR VISUAL SUDO_EDITOR SYSTEMD_EDITOR BROWSER OPENER DISPLAY WAYLAND_DISPLAY XAUTHORITY
    SUDO_ASKPASS SSH_ASKPASS SSH_AUTH_SOCK SSH_AGENT_PID GPG_AGENT_INFO GNUPGHOME
    http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY
    SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE CURL_HOME WGETRC OPENSSL_CONF OPENSSL_ENGINES
    NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_REPL_HISTORY
    PERL5LIB PERL5OPT PERL5DB PERLLIB RUBYOPT RUBYLIB RUBYSHELL GEM_HOME GEM_PATH BUNDLE_GEMFILE
    JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS GRADLE_USER_HOME
    JAVA_HOME JAVA_OPTS SBT_OPTS ANT_OPTS ANT_ARGS LEIN_JVM_OPTS
    GOFLAGS GOPATH GOROOT GOBIN GOPROXY GONOSUMDB GOSUMDB GOENV GOTOOLCHAIN CGO_CFLAGS CGO_LDFLAGS
    RUSTC RUSTDOC RUSTFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTUP_HOME RUSTUP_TOOLCHAIN
    CC CXX CPP LD AR AS CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES COMPILER_PATH
    LIBRARY_PATH CPATH C_INCLUDE_PATH GCC_EXEC_PREFIX LOCPATH NLSPATH ICONV_CONVERTERS GCONV_PATH GETCONF_DIR
    MALLOC_TRACE RESOLV_HOST_CONF LOCALDOMAIN HOSTALIASES TERMINFO TERMINFO_DIRS TERMCAP TZDIR
    PHPRC PHP_INI_SCAN_DIR LUA_INIT LUA_PATH LUA_CPATH TCLLIBPATH R_PROFILE R_PROFILE_USER R_ENVIRON
    KUBECONFIG KUBE_EDITOR DOCKER_HOST DOCKER_CONFIG DOCKER_CONTEXT COMPOSE_FILE CONTAINER_HOST BUILDKIT_HOST
    ANSIBLE_CONFIG VAULT_ADDR CONSUL_HTTP_ADDR TERRAFORM_CONFIG RIPGREP_CONFIG_PATH GREP_OPTIONS GREP_COLORS
    TAR_OPTIONS TAPE RSH RSYNC_RSH RSYNC_PROXY CVS_RSH SVN_SSH GH_CONFIG_DIR GH_PAGER GH_EDITOR GH_BROWSER GH_HOST
    ZDOTDIR FPATH fpath XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR
    PSQLRC PSQL_PAGER PGSERVICEFILE PGPASSFILE PGHOST MYSQL_HOME SQLITE_HISTORY MANPATH MANROFFOPT
    VIRTUAL_ENV CONDA_PREFIX UV_INDEX_URL UV_CONFIG_FILE EXINIT VIMINIT GVIMINIT VIM VIMRUNTIME MYVIMRC
    FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS DIRENV_CONFIG STARSHIP_CONFIG WATCH_INTERVAL PARALLEL
  `)

const SENSITIVE_STARTS: readonly string[] = names(`
  LD_ DYLD_ GIT_ BASH_FUNC_ npm_config_ NPM_CONFIG_ npm_ YARN_ PNPM_ COREPACK_ PYTHON PIP_ POETRY_ CARGO_ AWS_
  GOOGLE_ AZURE_ TF_ TERRAGRUNT_ HELM_ ANSIBLE_ MSBUILD DOTNET_ COMPlus_ CORECLR_ NUGET_ BUN_ DENO_ HOMEBREW_
  SUDO_ SYSTEMD_ XDG_ GTK_ QT_ COUNTERSIGN_
`)

/** Variables whose values programs take as a command to start. */
export const STARTED =
  wordSet(`PAGER MANPAGER GIT_PAGER GH_PAGER BAT_PAGER DELTA_PAGER PSQL_PAGER SYSTEMD_PAGER EDITOR VISUAL FCEDIT GIT_EDITOR
  GIT_SEQUENCE_EDITOR GH_EDITOR KUBE_EDITOR SYSTEMD_EDITOR SUDO_EDITOR BROWSER GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF
  GIT_ASKPASS GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS LESSOPEN LESSCLOSE RSYNC_RSH CVS_RSH SVN_SSH RUSTC_WRAPPER
  PROMPT_COMMAND FZF_DEFAULT_COMMAND`)

/** Variables whose values programs read like their own options, or as code. */
export const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['TAR_OPTIONS', 'tar'],
  ['MAKEFLAGS', 'make'],
  ['GNUMAKEFLAGS', 'make'],
  ['PERL5OPT', 'perl'],
  ['RUBYOPT', 'ruby'],
  ['NODE_OPTIONS', 'node'],
  ['FZF_DEFAULT_OPTS', 'fzf'],
  ['LESS', 'less '],
  ['MORE', 'more '],
  ['VIMINIT', 'vim -c '],
  ['GVIMINIT', 'vim -c '],
  ['EXINIT', 'vim -c '],
  ['PERL5DB', 'perl -e '],
  ['LUA_INIT', 'lua -e '],
])

/** Variables whose values bash expands, or takes as functions, when it starts or traces. */
export const EXPANDED = wordSet('PS0 PS1 PS2 PS4 BASH_ENV ENV PROMPT_COMMAND')
