/**
 * Schemas as whole processes, over generated plugins of two functions with 13 parameters together: `specimen
 * explain` of the folder, which reads, checks and derives everything and bundles nothing. Beside it, on the
 * same files: `tsc --noEmit` of TypeScript 7; and ts-json-schema-generator, installed for it, over interfaces
 * with the same types, as it takes no parameters whose type is that of their default. Then the time from a
 * save to the new schema of a host in `specimen dev`.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { repeat, time, toBoundRow, toMedian, toRatioRow } from './figures.mjs'
import { ownRoot as root, withFolder } from './processes.mjs'

const program = join(root, 'dist/cli.js')
const rounds = 5

/** Returns a row for each number of plugins, and one for a save. */
export async function measure() {
  return await withFolder(async (folder) => {
    const generator = await installGenerator(folder)
    const rows = []
    for (const [count, most] of [
      [20, 4],
      [200, 6],
      [1000, 8],
    ]) {
      const source = join(folder, `plugins-${count}`)
      await writePlugins(source, count)
      const config = await writeConfig(source)
      const [own, tsc, other] = await timeInTurn(
        [program, 'explain', source],
        [join(root, 'node_modules/typescript/bin/tsc'), '-p', config],
        await writeGeneratorCall(generator, count, join(folder, `types-${count}`)),
      )
      const beside = `${own.toFixed(2)} s, tsc ${tsc.toFixed(2)} s`
      rows.push(toBoundRow(`schemas of ${count} plugins`, own / tsc, most, 'tsc --noEmit', beside))
      const what = `schemas of ${count} plugins, speed beside ts-json-schema-generator`
      rows.push(toRatioRow(what, other / own, 1, `${other.toFixed(2)} s`))
    }
    return [...rows, await measureSaves(folder)]
  })
}

/** The generator brings a TypeScript of its own. */
async function installGenerator(folder) {
  const prefix = join(folder, 'generator')
  const argv = [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--prefix',
    prefix,
    'ts-json-schema-generator@2',
  ]
  await promisify(execFile)('npm', argv)
  return join(prefix, 'node_modules/ts-json-schema-generator/bin/ts-json-schema-generator.js')
}

/** Writes the types of the parameters as interfaces, and returns the call that makes their schemas. */
async function writeGeneratorCall(generator, count, folder) {
  await mkdir(folder)
  for (let i = 0; i < count; i++) {
    const name = toName(i)
    await writeFile(join(folder, `types${name}.ts`), writeTypes(name))
  }
  const files = ['--path', join(folder, '*.ts'), '--tsconfig', await writeConfig(folder)]
  return [generator, ...files, '--type', '*', '--no-type-check']
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

/** Returns the median seconds of programs that take turns, so that all have the same neighbours. */
export async function timeInTurn(...commands) {
  const turns = await repeat(rounds, () => repeat(commands.length, (index) => timeProcess(commands[index])))
  return commands.map((_, index) => toMedian(turns.map((turn) => turn[index])))
}

async function timeProcess(argv) {
  const milliseconds = await time(async () => {
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`)
  })
  return milliseconds / 1000
}

/** Writes plugins of two functions each. */
export async function writePlugins(folder, count) {
  await mkdir(folder, { recursive: true })
  for (let i = 0; i < count; i++) {
    const name = toName(i)
    await writeFile(join(folder, `plugin${name}.ts`), writePlugin(name))
  }
}

function toName(index) {
  return String(index).padStart(4, '0')
}

function writeTypes(name) {
  return `import type { Integer, Range } from 'specimen-host/plugin'

type Quality${name} = 'draft' | 'fine' | 'print'

/** Makes the ring ${name}. */
export interface Ring${name} {
  /** in metres */
  radius: Range<0.1, 10>
  segments: Integer & Range<3, 256>
  quality: Quality${name}
  closed: boolean
  title: string
  shift: number
  /** @minimum 0 */
  wall?: number
}

/** Makes the plate ${name}. */
export interface Plate${name} {
  width: number
  height: number
  layers: Integer
  quality: Quality${name}
  name?: string
}
`
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
