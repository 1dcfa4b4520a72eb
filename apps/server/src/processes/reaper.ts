import { access, constants } from 'node:fs/promises'
import { brandBelow } from './brand.ts'

/**
 * Sits between the server and a command on Linux. It adopts every orphan below it, so that nothing a command starts can escape: not by a new
 * session, not by a double fork, not with an empty environment. When the command ends, on TERM, or when the server dies, it ends everything below
 * it. It exits with the command's status. It closes descriptors that the server inherited, and brands everything below it, so that a command that
 * kills the reaper is still recognised.
 */
const SCRIPT = String.raw`
use strict; use POSIX ();
my ($prctl, $prlimit, $brand, $joined, @command) = @ARGV;
my $server = getppid();
syscall($prctl, 36, 1, 0, 0, 0);
my $stop = 0;
my ($none, $before, $heard) = (POSIX::SigSet->new, POSIX::SigSet->new, POSIX::SigSet->new(POSIX::SIGTERM(), POSIX::SIGHUP(), POSIX::SIGCHLD()));
POSIX::sigprocmask(POSIX::SIG_BLOCK(), $heard, $before);
$SIG{TERM} = $SIG{HUP} = sub { $stop = 1 };
$SIG{CHLD} = sub { };
syscall($prctl, 1, 15, 0, 0, 0);
exit 143 if getppid() != $server;
POSIX::dup2(1, 2) if $joined;
if ($brand ne '') { my $limit = pack('QQ', $brand, $brand); syscall($prlimit, 0, 10, $limit, 0) }
my $main = fork();
exit 126 unless defined $main;
if ($main == 0) {
  $SIG{$_} = 'DEFAULT' for qw(TERM HUP CHLD);
  POSIX::sigprocmask(POSIX::SIG_SETMASK(), $before);
  if (opendir(my $open, '/proc/self/fd')) {
    my @inherited = grep { /^\d+$/ && $_ > 2 } readdir $open;
    closedir $open;
    POSIX::close($_) for @inherited;
  }
  exec { $command[0] } @command or POSIX::_exit(127);
}
$SIG{$_} = 'IGNORE' for qw(INT QUIT TSTP TTOU TTIN);
my $status;
until (defined $status or $stop) {
  my $ended = waitpid(-1, POSIX::WNOHANG());
  if ($ended == $main) { $status = $? }
  elsif ($ended == -1) { last }
  elsif ($ended == 0) { POSIX::sigsuspend($none) }
}
sub below {
  my %children;
  opendir(my $proc, '/proc') or return ();
  for my $pid (grep { /^\d+$/ } readdir $proc) {
    open(my $file, '<', "/proc/$pid/stat") or next;
    local $/; my $line = <$file>; next unless defined $line;
    push @{ $children{$1} }, $pid if $line =~ /^\d+ \(.*\) [^Z] (\d+)/s;
  }
  my @found; my @next = ($$);
  while (@next) { my $pid = shift @next; my @c = @{ delete $children{$pid} || [] }; push @found, @c; push @next, @c }
  return @found;
}
sub reap {
  while ((my $ended = waitpid(-1, POSIX::WNOHANG())) != 0) {
    return 0 if $ended == -1;
    $status = $? if $ended == $main;
  }
  return 1;
}
if ($stop) {
  kill 'TERM', below();
  my $until = time + 1;
  select(undef, undef, undef, 0.01) while reap() and time <= $until;
}
my $deadline = time + 10;
while (reap() and time < $deadline) {
  my @left = below();
  kill 'STOP', @left;
  kill 'KILL', @left, below();
  select(undef, undef, undef, 0.005);
}
$status = 15 unless defined $status;
exit(($status & 127) ? 128 + ($status & 127) : $status >> 8);
`

/** System call numbers of `prctl`. */
export const PRCTL: ReadonlyMap<string, string> = new Map([
  ['x64', '157'],
  ['arm64', '167'],
])
/** System call numbers of `prlimit64`. */
const PRLIMIT: ReadonlyMap<string, string> = new Map([
  ['x64', '302'],
  ['arm64', '261'],
])
export const PERL = '/usr/bin/perl'

/** A program with its arguments. */
export interface Argv {
  readonly file: string
  readonly args: readonly string[]
}

/** Puts a reaper in front of a command; undefined: this machine does not support it, and leftovers are found by their marker. */
export async function findReaper(
  machine: { readonly platform: string; readonly arch: string; readonly perl?: string } = process,
): Promise<((command: Argv, options: { readonly joined: boolean }) => Argv) | undefined> {
  const prctl = machine.platform === 'linux' ? PRCTL.get(machine.arch) : undefined
  if (prctl === undefined) return undefined
  const perl = machine.perl ?? PERL
  const there = await access(perl, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!there) return undefined
  const prlimit = PRLIMIT.get(machine.arch) ?? ''
  const brand = prlimit === '' ? '' : String(brandBelow() ?? '')
  return ({ file, args }, { joined }) => ({
    file: perl,
    args: ['-e', SCRIPT, prctl, prlimit, brand, joined ? '1' : '', file, ...args],
  })
}
