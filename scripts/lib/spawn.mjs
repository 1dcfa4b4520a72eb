import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a program to its end and keeps what it printed.
 * Never rejects for a non-zero exit; a program that cannot be started has code 127.
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const stop = forwardSignals(child)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => {
      stop()
      resolve({ code: 127, output: `${output}${error.message}\n` })
    })
    child.on('close', (code, signal) => {
      stop()
      resolve({ code: code ?? exitCodeOf(signal), output })
    })
  })
}

/** Runs a program on this terminal to its end, and answers its exit code. */
export function passThrough(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const stop = forwardSignals(child)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      stop()
      resolve(code ?? exitCodeOf(signal))
    })
  })
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}

// Ctrl-C on a terminal reaches the whole process group, so the child has it already; passing it on would be a
// second one, which servers read as "now, at once".
function forwardSignals(child) {
  const handlers = ['SIGTERM', 'SIGHUP', 'SIGINT'].map((signal) => {
    const handler = () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    process.on(signal, handler)
    return [signal, handler]
  })
  return () => handlers.forEach(([signal, handler]) => process.off(signal, handler))
}
