/**
 * Programs that hand work to an already running program: a system service, a multiplexer, an editor, a container engine. That program does
 * not descend from us, so the gate cannot distinguish it from a person. On the left are names of programs, on the right the
 * uses that hand work on, separated by `;`. A use is a set of words that must all be present: verbs in order, `-option`, or `~part` of any
 * word. `*` is every use; `! …` is every use except those that begin with one of these words, optionally after `-u` or `-q` and its value.
 */
export const STRANGERS: Readonly<Record<string, string>> = {
  // Services that run something later, or in their own context.
  'systemd-run run0 systemd-nspawn batch tsp atd': '*',
  at: '! -l -c -d -r -V',
  'crontab fcrontab incrontab': '! -l -r',
  systemctl: 'link; edit; start ~/; restart ~/; enable ~/; reenable ~/; try-restart ~/; reload-or-restart ~/',
  machinectl: 'shell; login; start; run; exec',
  launchctl:
    'submit; load; bootstrap; kickstart; start; asuser; bsexec; enable; spawn; setenv; config; reboot; attach; debug',
  brew: 'services start; services run; services restart',
  schtasks: '~/create; ~/run; ~/change',
  'sbatch srun salloc qsub qrsh bsub condor_submit': '*',
  watchman: 'trigger; -j; --json-command',
  pm2: 'start; restart; reload; resurrect; deploy; trigger; startup; sendSignal; send; serve',

  // Containers and virtual machines on this one.
  'docker podman nerdctl finch':
    'run; exec; create; container run; container exec; container create; compose up; compose run; compose exec; compose create; compose watch; service create; service update; stack deploy; stack up; play kube; kube play; pod create; machine ssh; sandbox; debug; build --network ~host; build --privileged; build --allow; buildx build --network ~host; buildx build --allow; buildx build --privileged; image build --network ~host',
  'docker-compose podman-compose': 'up; run; exec; create; watch',
  buildah: 'run; bud --network ~host; build --network ~host',
  'ctr crictl':
    'run; exec; create; task exec; tasks exec; t exec; task start; tasks start; container create; runp',
  'runc crun youki': 'run; exec; create; start; restore',
  'lxc incus': 'exec; launch; start; init; create; shell; console',
  'lxc-attach lxc-execute lxc-start lima host-spawn distrobox-enter distrobox-host-exec nvr footclient urxvtc ydotool dotool wtype xte xvkbd':
    '*',
  distrobox: 'enter; create; assemble; ephemeral',
  toolbox: 'run; enter; create',
  'flatpak-spawn': '--host',
  multipass: 'exec; launch; shell; start',
  limactl: 'shell; start; create; copy',
  colima: 'ssh; start',
  vagrant: 'ssh; up; provision; powershell; reload',
  'wsl.exe cmd.exe powershell.exe pwsh.exe wt.exe wsl': '*',

  // Shared terminals.
  tmux: '! ls list-sessions lsw list-windows lsp list-panes lsc list-clients lscm list-commands lsk list-keys lsb list-buffers has has-session show show-options showw show-window-options showenv show-environment showmsgs show-messages info capturep capture-pane attach attach-session a kill-session kill-server kill-pane kill-window detach detach-client -V',
  screen: '! -ls -list -wipe -v --version',
  zellij:
    'run; r; edit; e; action; ac; plugin; p; pipe; -s; --session; --layout; -l; attach --create; attach -c; options',
  dtach: '-p; -n; -c; -A; -N',
  abduco: '-n; -c; -A; -p',
  'kitty kitten': '@; +kitten @; ~@; --listen-on; --single-instance; -1',
  wezterm: 'cli spawn; cli send-text; cli split-pane; cli activate-pane; start; connect',
  alacritty: 'msg create-window; msg config',
  'gnome-terminal xfce4-terminal mate-terminal lxterminal terminator tilix guake kgx ptyxis': '*',

  // Editors that are already open.
  emacsclient: '*',
  'vim vi view gvim gview mvim vimx evim rvim nvim': '~--remote; --server',
  kak: '-p',
  subl: '--command',
  'code code-insiders codium vscodium cursor windsurf code-server positron':
    '--remote; ~--remote=; --open-url; --folder-uri; --file-uri; tunnel; serve-web; chat; agent; --command',

  // Messages to services, windows and running processes.
  'dbus-send qdbus qdbus6 qdbus-qt5 qdbus-qt6': '*',
  gdbus: 'call; emit',
  busctl: 'call; set-property; emit',
  varlinkctl: 'call',
  'gtk-launch dex kioclient kioclient5 kioclient6 xdotool osascript automator': '*',
  gio: 'launch; open ~.desktop',
  open: '-a; -b; ~.command; ~.tool; ~.terminal; ~.workflow; ~.app',
  'gdb lldb rust-gdb rust-lldb cgdb': '-p; --pid; attach; -ex ~attach; -o ~attach',
  curl: '--unix-socket; --abstract-unix-socket',
  'nc ncat netcat': '-U; -lU; -zU; -NU; --unixsock',
  socat: '~UNIX-CONNECT; ~unix-connect; ~UNIX:; ~unix:; ~UNIX-CLIENT; ~unix-client; ~ABSTRACT-; ~abstract-',
}

/** Programs that open a shell on a given machine. */
export const SHELLS_ELSEWHERE: ReadonlySet<string> = new Set(
  'ssh slogin autossh mosh dbclient rsh rlogin et tsh'.split(' '),
)

/** Their options that take a value. */
export const SSH_VALUES = /^-[BbcDEeFIiJLlmOopQRSWwPM]$/

/** Commands after these run on another machine or in a container, where the programs are different. */
export const ELSEWHERE: ReadonlySet<string> = new Set([
  ...SHELLS_ELSEWHERE,
  ...'docker podman nerdctl finch docker-compose podman-compose kubectl oc lxc incus ctr crictl multipass vagrant limactl colima adb heroku fly flyctl gcloud aws az'.split(
    ' ',
  ),
])
