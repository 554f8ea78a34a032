/**
 * Brings a clone to where it can run: installs the packages, builds the program and the plugins, each only
 * when something that it is made from has changed. `npm start` and `npm test` begin with it. Runs on Node
 * alone, in the current folder.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const packages = ['package.json', 'package-lock.json', '.npmrc']

/**
 * In their order: what is shown, the npm scripts, what the step reads, and what it writes. Files and
 * folders.
 */
const steps = [
  { title: 'install', scripts: ['setup'], inputs: packages, outputs: ['node_modules/.package-lock.json'] },
  {
    title: 'build',
    scripts: ['build:js'],
    inputs: [...packages, '.ci/bundle.mjs', '.ci/bundle-viewer.mjs', 'core', 'build'],
    outputs: ['dist/*.js', 'dist/viewer'],
  },
  {
    title: 'types',
    scripts: ['build:types'],
    inputs: [...packages, 'tsconfig.json', '.ci/types.json', '.ci/types.mjs', 'core'],
    outputs: ['dist/types'],
  },
  {
    title: 'plugins',
    scripts: ['build:plugins'],
    inputs: [...packages, 'core', 'build', 'plugins'],
    outputs: ['dist/plugins'],
  },
]

/** No step reads it, and pip leaves files in it. */
const python = join('core', 'python')

/** Where it is remembered what was done; it goes with node_modules. */
const memory = 'node_modules/.cache/specimen-host/prepared.json'

/** Returns the steps that are to be done. */
export function listStale() {
  const done = readMemory()
  const hashes = new Map()
  const stale = []
  for (const step of steps) {
    const inputs = hashInputs(step, hashes)
    const { [step.title]: last } = done
    if (last?.inputs !== inputs || last.outputs !== describeOutputs(step))
      stale.push({ ...step, hash: inputs })
  }
  return stale
}

/**
 * Does what is to be done and says so on standard error. Returns the exit code of the step that failed, or
 * 0.
 */
export function prepare() {
  const stale = listStale()
  for (const { hash, ...step } of stale) {
    const started = performance.now()
    remember(step.title, undefined)
    if (process.stderr.isTTY) process.stderr.write(`${step.title} …`)
    for (const script of step.scripts) {
      const { status, stdout } = runScript(script)
      if (status === 0) continue
      process.stderr.write(`${stdout}\n${step.title} failed: npm run ${script} ended with ${status}\n`)
      return status ?? 1
    }
    remember(step.title, { inputs: hash, outputs: describeOutputs(step) })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${step.title}: ${seconds} s\n`)
  }
  return 0
}

function runScript(script) {
  const { npm_execpath: npm } = process.env
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const stdio = ['ignore', 'pipe', 'inherit']
  return spawnSync(command, [...first, 'run', '--silent', script], {
    stdio,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
}

/** The bytes decide, so that a file which was only touched, or checked out again, changes nothing. */
function hashInputs({ title, inputs }, hashes) {
  const hash = createHash('sha256').update(
    [title, process.version, process.platform, process.arch].join('\n'),
  )
  for (const path of inputs.flatMap(listFiles)) {
    if (!hashes.has(path)) hashes.set(path, createHash('sha256').update(readFileSync(path)).digest('hex'))
    hash.update(`${path}\n${hashes.get(path)}\n`)
  }
  return hash.digest('hex')
}

/** Sizes and times, so that what something else has written, or removed, is made again. */
function describeOutputs({ outputs }) {
  const lines = outputs.flatMap(listFiles).map((path) => {
    const { size, mtimeMs } = statSync(path)
    return `${path} ${size} ${mtimeMs}`
  })
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** Returns the files at a path, in order: itself, all below it, or those of its folder for `folder/*.js`. */
function listFiles(path) {
  const isPattern = path.endsWith('/*.js')
  const stat = statSync(isPattern ? dirname(path) : path, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [path]
  const folder = isPattern ? dirname(path) : path
  return readdirSync(folder, { recursive: !isPattern, withFileTypes: true })
    .filter((entry) => entry.isFile() && (!isPattern || entry.name.endsWith('.js')))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(python, '/')))
    .sort()
}

function readMemory() {
  const stat = statSync(memory, { throwIfNoEntry: false })
  if (!stat) return {}
  try {
    return JSON.parse(readFileSync(memory, 'utf8'))
  } catch {
    return {} // half written: everything is done again
  }
}

function remember(title, done) {
  const all = { ...readMemory(), [title]: done }
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, JSON.stringify(all))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = prepare()
