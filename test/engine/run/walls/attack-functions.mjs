/** Functions that attack the host, each in one way; written by hand. `ok` is the innocent one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'

const triangle = () => ({ vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 2]) })
const attempt = (act) => {
  try {
    return act()
  } catch (error) {
    return error.code
  }
}

export const ok = () => triangle()

export function killsParent(_text, reporter) {
  reporter.report(String(attempt(() => process.kill(process.ppid, 'SIGKILL'))))
  return new Promise((resolve) => setTimeout(() => resolve(triangle()), 200))
}

/** Says what it reads of every process that it can see, and of its parent. */
export function readsParents(_text, reporter) {
  const pids = attempt(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
  const parent = ['environ', 'cmdline'].map((name) =>
    attempt(() => readFileSync(`/proc/${process.ppid}/${name}`, 'utf8')),
  )
  reporter.report(JSON.stringify({ parent, processes: Array.isArray(pids) ? pids.length : null }))
  return triangle()
}

/** Says what of the machine is open to it: `text` is a file of the host. */
export function looksAround(text, reporter) {
  const networks = attempt(() => Object.keys(networkInterfaces()).filter((name) => name !== 'lo'))
  const read = attempt(() => readFileSync(text, 'utf8').length)
  const write = attempt(() => writeFileSync(fileURLToPath(new URL('written', import.meta.url)), ''))
  reporter.report(JSON.stringify({ networks, read, write: write ?? 'written' }))
  return triangle()
}

/** Starts programs in sessions of their own, from a shell that ends; `text` is for how long they sleep. */
const startPrograms = (text, count) =>
  new Promise((resolve) => {
    const start = `i=0; while [ $i -lt ${count} ]; do setsid sleep ${text} & i=$((i+1)); done`
    spawn('/bin/sh', ['-c', start], { detached: true, stdio: 'ignore' }).on('exit', resolve)
  })

export async function leavesProgram(text) {
  await startPrograms(text, 1)
  return triangle()
}

/** Starts a program that bears nothing of what its parent has, when it has said so and before it ends. */
export async function hidesProgram(text, reporter) {
  const start = `prlimit --locks=1:1 --nice=0:0 setsid sleep ${text} & sleep 0`
  await new Promise((resolve) =>
    spawn('/bin/sh', ['-c', start], { detached: true, stdio: 'ignore' }).on('exit', resolve),
  )
  reporter.report('started')
  return triangle()
}

/** Says who it is, and how the kernel answers who writes a setting as it is. */
export function tunes(_text, reporter) {
  const path = '/proc/sys/kernel/core_pattern'
  const code = attempt(() => writeFileSync(path, readFileSync(path)))
  reporter.report(JSON.stringify({ code: code ?? 'written', uid: process.getuid() }))
  return triangle()
}

export async function startsProgramAndLoops(text, reporter) {
  await startPrograms(text, 1)
  reporter.report('started')
  for (;;);
}

export async function bombs(text, reporter) {
  reporter.report('started')
  await startPrograms(text, 600)
  return new Promise(() => setInterval(() => {}, 1000))
}

/** Sends small frames of an ended run for ever. */
export function floods(_text, reporter) {
  const head = JSON.stringify({ run: 0, skipped: 0, reports: [] })
  const frame = Buffer.alloc(5 + head.length)
  frame[0] = 4
  frame.writeUInt32LE(head.length, 1)
  frame.write(head, 5)
  const frames = Buffer.concat(Array.from({ length: 2000 }, () => frame))
  reporter.report('started')
  for (;;) writeSync(3, frames)
}

export async function dials() {
  await once(connect(80, '127.0.0.1'), 'connect')
  return triangle()
}
