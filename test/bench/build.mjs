/**
 * `specimen build` and its reader as whole processes, over generated plugins of two functions with 13
 * parameters together. "Schema only" is `specimen explain` of the folder, which reads, checks and derives
 * everything and bundles nothing. Beside it, on the same files: `tsc --noEmit` of TypeScript 7, and
 * ts-json-schema-generator where the environment variable SCHEMA_GENERATOR names its program (it is not a
 * dependency).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { repeat, toBoundRow, toMedian, toNoteRow } from './figures.mjs'
import { bundleAlone } from './typescript-alone.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'dist/cli.js')
const rounds = 5

export async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'specimen-bench-build-'))
  try {
    const rows = []
    const compiler = await bundleAlone()
    for (const [count, most] of [
      [20, 3],
      [200, 4],
      [1000, 5],
    ]) {
      const source = join(folder, `plugins-${count}`)
      await writePlugins(source, count)
      const config = await writeConfig(source)
      const [own, peer, alone] = await timeInTurn(
        [program, 'explain', source],
        [join(root, 'node_modules/typescript/bin/tsc'), '-p', config],
        [compiler, source, join(root, 'core/plugin.ts')],
      )
      const peers = [
        `${own.seconds.toFixed(2)} s beside tsc's ${peer.seconds.toFixed(2)} s`,
        ...(await describeGenerator(source, config)),
      ]
      const ratio = own.seconds / peer.seconds
      rows.push(toBoundRow(`schemas of ${count} plugins`, ratio, most, 'tsc --noEmit', peers.join(', ')))
      const floor = `${(alone.seconds / peer.seconds).toFixed(2)} tsc --noEmit`
      const share = `${Math.round((100 * alone.seconds) / own.seconds)} % of the time`
      rows.push(toNoteRow('  the compiler alone, for their types', floor, share))
      if (count === 1000) rows.push(toBoundRow('memory for 1000 plugins', own.memory, 350, 'MB', ''))
    }
    return [...rows, ...(await measureAgain(folder)), await measureSaves(folder)]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A build after a build: with nothing changed, and with one file of a thousand changed. */
async function measureAgain(folder) {
  const [source, out] = [join(folder, 'plugins-1000'), join(folder, 'out')]
  const build = [program, 'build', source, '--out', out]
  const cold = await timeProcess(build, 1)
  await timeProcess(build, 1)
  const [idle, empty] = await timeInTurn(build, ['-e', '0'])
  const changed = []
  for (let round = 0; round < rounds; round++) {
    const file = join(source, 'plugin0500.ts')
    await writeFile(file, `${await readFile(file, 'utf8')}// ${round}\n`)
    changed.push((await timeProcess(build, 1)).seconds)
  }
  return [
    toBoundRow(
      'nothing changed in 1000 plugins, in empty processes',
      idle.seconds / empty.seconds,
      2.5,
      '',
      `${empty.seconds.toFixed(3)} s`,
    ),
    toBoundRow('one of 1000 plugins changed', toMedian(changed), 0.8, 's', ''),
    toNoteRow('build of 1000 plugins with esbuild', `${cold.seconds.toFixed(2)} s`, ''),
  ]
}

/** `specimen dev` over 20 plugins: from the write of a file until the host answers with its new schema. */
async function measureSaves(folder) {
  const [source, out] = [join(folder, 'plugins-20'), join(folder, 'out-dev')]
  const argv = [program, 'dev', source, '--out', out, '--port', '0']
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${argv.join(' ')} ended with ${code}`)))
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, found] = /^serving on (\S+);/.exec(line) ?? []
        if (found) resolve(found)
      })
    })
    const file = join(source, 'plugin0010.ts')
    const text = await readFile(file, 'utf8')
    const times = await repeat(2 * rounds + 1, async (round) => {
      await writeFile(file, text.replace('layers: Integer = 3', `layers: Integer = ${round + 10}`))
      const started = performance.now()
      while ((await readLayers(url)) !== round + 10) await setTimeout(5)
      return (performance.now() - started) / 1000
    })
    return toBoundRow('dev, 20 plugins: save to served', toMedian(times), 0.5, 's', '')
  } finally {
    const ended = once(child, 'close')
    child.kill()
    await ended
  }
}

async function readLayers(url) {
  const response = await fetch(`${url}/api/processing/functions/plate0010/schema`)
  return (await response.json()).properties.layers.default
}

async function writeConfig(source) {
  const config = join(source, 'tsconfig.json')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    paths: { 'specimen-host/plugin': [join(root, 'core/plugin.ts')] },
  }
  await writeFile(config, JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  return config
}

/** Times processes in turn, so that all have the same neighbours on the machine. */
async function timeInTurn(...commands) {
  const turns = await repeat(rounds, async () => {
    const turn = []
    for (const command of commands) turn.push(await timeProcess(command, 1))
    return turn
  })
  return commands.map((_, index) => {
    const runs = turns.map((turn) => turn[index])
    return {
      seconds: toMedian(runs.map(({ seconds }) => seconds)),
      memory: Math.max(...runs.map(({ memory }) => memory)),
    }
  })
}

async function describeGenerator(source, config) {
  const generator = process.env.SCHEMA_GENERATOR
  if (!generator) return []
  const args = [
    generator,
    '--path',
    join(source, '*.ts'),
    '--tsconfig',
    config,
    '--functions',
    'comment',
    '--no-type-check',
  ]
  const { seconds, failed } = await timeProcess(args, 1, true)
  return [`ts-json-schema-generator ${seconds.toFixed(2)} s${failed ? ', and refused the files' : ''}`]
}

/** Has the child say its peak when it ends: the operating system's figure, in kB, on its third descriptor. */
const hook =
  "process.on('exit', () => require('node:fs').writeSync(3, String(process.resourceUsage().maxRSS)))"

/** Returns the median time of a Node process, and the most memory that one of them held, in MB. */
async function timeProcess(args, count, mayFail = false) {
  const folder = await mkdtemp(join(tmpdir(), 'specimen-bench-hook-'))
  const file = join(folder, 'hook.cjs')
  await writeFile(file, hook)
  const runs = await repeat(count, async () => {
    const started = performance.now()
    const child = spawn(process.execPath, ['--require', file, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    })
    let peak = ''
    child.stdio[3].on('data', (text) => {
      peak += text
    })
    const [code] = await once(child, 'close')
    if (code !== 0 && !mayFail) throw new Error(`${args.join(' ')} ended with ${code}`)
    return { seconds: (performance.now() - started) / 1000, memory: Number(peak) / 1e3, failed: code !== 0 }
  })
  await rm(folder, { recursive: true })
  return {
    seconds: toMedian(runs.map(({ seconds }) => seconds)),
    memory: Math.max(...runs.map(({ memory }) => memory)),
    failed: runs.some(({ failed }) => failed),
  }
}

async function writePlugins(folder, count) {
  await mkdir(folder, { recursive: true })
  for (let i = 0; i < count; i++) {
    const name = String(i).padStart(4, '0')
    await writeFile(join(folder, `plugin${name}.ts`), writePlugin(name))
  }
}

function writePlugin(name) {
  return `import type { Integer, Mesh, ProgressReporter, Range } from 'specimen-host/plugin'

type Quality${name} = 'draft' | 'fine' | 'print'
const SIZE${name} = 4

/**
 * Makes the ring ${name}.
 * @param radius - in metres
 * @tags bench, ring
 */
export function ring${name}(
  radius: Range<0.1, 10> = 1,
  segments: Integer & Range<3, 256> = 64,
  quality: Quality${name} = 'draft',
  closed = true,
  title: string = 'ring ${name}',
  shift = -SIZE${name} / 2,
  /** @minimum 0 */
  wall?: number,
): Mesh {
  const vertices = new Float32Array(segments * 3).fill(radius + shift + (wall ?? 0) + title.length + (closed ? 1 : 0))
  return { vertices, indices: new Uint32Array(quality === 'print' ? 3 : 0) }
}

/** Makes the plate ${name}. */
export async function plate${name}(
  width: number,
  height = 2 * SIZE${name},
  layers: Integer = 3,
  quality: Quality${name} = 'fine',
  name?: string,
  progress?: ProgressReporter,
): Promise<Mesh> {
  progress?.report(\`\${name} \${quality}\`)
  return { vertices: new Float32Array(layers * 3).fill(width * height), indices: new Uint32Array() }
}
`
}
