import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @type {readonly NodeJS.Signals[]} */
const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGINT']

/**
 * Runs a program to its end and collects its output.
 * Never rejects; a program that cannot be started has code 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(chunk: Buffer) => void} show
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, args, options = {}, show = () => {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const stop = forwardSignals(child)
    let output = ''
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      show(chunk)
      output += chunk
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
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

/**
 * Runs a program on this terminal to its end, and returns its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
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

/**
 * Like `capture`, but also shows the output while the program runs.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function tee(command, args, options = {}) {
  return capture(command, args, options, (chunk) => void process.stdout.write(chunk))
}

/** @param {NodeJS.Signals | null} signal */
function exitCodeOf(signal) {
  return signal === null ? 1 : 128 + constants.signals[signal]
}

// Ctrl-C on a terminal reaches the whole process group, so the child already has it. Forwarding it would be a second one, which servers
// interpret as "stop immediately".
/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}
