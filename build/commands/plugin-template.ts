/** The files of a new plugin for each kind of result: a function with all sliders, a README, a test. */

import { kinds } from '../../core/contract/domain/result/kinds.ts'
import type { ResultType } from '../../core/contract/domain/result/result.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'

interface PluginTemplate {
  readonly name: string
  readonly functionName: string
  readonly returns: ResultType
  /** Path of the built module from the plugin's folder, with `/`. */
  readonly bundlePath: string
}

/** Returns the files by name. */
export function writeTemplate(template: PluginTemplate): { readonly [file: string]: string } {
  return {
    'index.ts': `${writeModule(template)}\n`,
    'README.md': `${writeReadme(template)}\n`,
    [`${template.name}.test.mjs`]: `${writeTest(template)}\n`,
  }
}

function writeModule({ functionName, returns }: PluginTemplate): string {
  const { typeName: type } = kinds[returns]
  const { summary, parameters, lines } = bodies[returns]
  const used = ['Integer', 'ProgressReporter', 'Range'].filter((name) =>
    parameters.some(([, annotation]) => annotation.includes(name)),
  )
  const names = [...used, type].sort().join(', ')
  return `/** ${summary} */
import type { ${names} } from 'specimen-host/plugin'

/**
 * ${summary}
 * @displayName ${toWords(functionName)}
 * @tags example
${parameters.map(([name, , text]) => ` * @param ${name.replace('?', '')} - ${text}`).join('\n')}
 */
export function ${functionName}(
${parameters.map(([name, annotation]) => `  ${name}: ${annotation},`).join('\n')}
): ${type} {
${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}
}`
}

const reporterText = 'filled in by the host, which shows what it is given to people who wait'

const bodies: {
  readonly [returns in ResultType]: {
    readonly summary: string
    readonly parameters: readonly (readonly [name: string, type: string, text: string])[]
    readonly lines: readonly string[]
  }
} = {
  mesh: {
    summary: 'A flat disc around the origin, in metres.',
    parameters: [
      ['radius', 'Range<0.1, 10> = 1', 'from the centre to the rim'],
      ['segments', 'Integer & Range<3, 256> = 64', 'corners of the rim'],
      ['facing', "'up' | 'down' = 'up'", 'which side is seen'],
      ['progress?', 'ProgressReporter', reporterText],
    ],
    lines: [
      'const vertices = new Float32Array((segments + 1) * 3) // the centre comes first',
      'const indices = new Uint32Array(segments * 3)',
      'for (let i = 0; i < segments; i++) {',
      "  progress?.report('corner ' + (i + 1) + ' of ' + segments, (i + 1) / segments)",
      '  const angle = (2 * Math.PI * i) / segments',
      '  vertices.set([radius * Math.cos(angle), radius * Math.sin(angle), 0], (i + 1) * 3)',
      '  const [here, next] = [i + 1, ((i + 1) % segments) + 1]',
      "  indices.set(facing === 'up' ? [0, here, next] : [0, next, here], i * 3)",
      '}',
      'return { vertices, indices }',
    ],
  },
  volume: {
    summary: 'A soft ball in a cube of samples: 1 in the middle, 0 outside.',
    parameters: [
      ['size', 'Integer & Range<2, 128> = 32', 'samples along each axis'],
      ['radius', 'Range<0.1, 1> = 0.8', 'where the ball ends, as a share of half the cube'],
      ['progress?', 'ProgressReporter', reporterText],
    ],
    lines: [
      'const data = new Float32Array(size ** 3)',
      'const toCoordinate = (index: number): number => (2 * index) / (size - 1) - 1',
      'for (let z = 0; z < size; z++) {',
      "  progress?.report('layer ' + (z + 1) + ' of ' + size, (z + 1) / size)",
      '  for (let y = 0; y < size; y++) {',
      '    for (let x = 0; x < size; x++) {',
      '      const distance = Math.hypot(toCoordinate(x), toCoordinate(y), toCoordinate(z))',
      '      data[(z * size + y) * size + x] = Math.max(0, 1 - distance / radius)',
      '    }',
      '  }',
      '}',
      'return { shape: [size, size, size], data }',
    ],
  },
  point_cloud: {
    summary: 'A spiral of points that climbs along z, in metres.',
    parameters: [
      ['count', 'Integer & Range<1, 100000> = 1000', 'points of the spiral'],
      ['turns', 'Range<0, 50> = 5', 'times around the axis'],
      ['height', 'number = 1', 'of the last point'],
    ],
    lines: [
      'const points = new Float32Array(count * 3)',
      'const scalars = new Float32Array(count)',
      'for (let i = 0; i < count; i++) {',
      '  const share = i / count',
      '  const angle = 2 * Math.PI * turns * share',
      '  points.set([Math.cos(angle), Math.sin(angle), height * share], i * 3)',
      '  scalars[i] = share',
      '}',
      'return { points, scalars }',
    ],
  },
  image: {
    summary: 'A picture of rings around its middle.',
    parameters: [
      ['size', 'Integer & Range<1, 2048> = 256', 'pixels along each side'],
      ['rings', 'Range<1, 100> = 8', 'from the middle to a side'],
      ['inverted', 'boolean = false', 'dark in the middle'],
    ],
    lines: [
      'const data = new Uint8Array(size * size)',
      'for (let y = 0; y < size; y++) {',
      '  for (let x = 0; x < size; x++) {',
      '    const distance = Math.hypot(x - size / 2, y - size / 2) / (size / 2)',
      '    const light = 0.5 + 0.5 * Math.cos(2 * Math.PI * rings * distance)',
      '    data[y * size + x] = Math.round(255 * (inverted ? 1 - light : light))',
      '  }',
      '}',
      'return { width: size, height: size, channels: 1, data }',
    ],
  },
}

function writeReadme({ name, functionName, returns }: PluginTemplate): string {
  const { summary, parameters } = bodies[returns]
  const rows = parameters.map(
    ([parameter, type, text]) => `| \`${parameter}\` | \`${type.replaceAll('|', '\\|')}\` | ${text} |`,
  )
  const use = 'its parameters become the sliders of a client, its comments their texts.'
  return `# ${name}

${summary} \`index.ts\` holds one function, \`${functionName}\`; ${use}

| parameter | type and default | |
| --- | --- | --- |
${rows.join('\n')}

\`\`\`sh
${toCommand('dev')}     # build, serve, and do so again whenever a file is saved
${toCommand('build')}   # write the bundle
node --test ${name}.test.mjs   # in this folder, after a build
\`\`\``
}

function writeTest({ functionName, returns, bundlePath }: PluginTemplate): string {
  return `/** Calls the built function, as a host does: build the plugin before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${functionName} } from '${bundlePath}'

${tests[returns].replaceAll('make', functionName)}`
}

const tests: { readonly [returns in ResultType]: string } = {
  mesh: `test('gives triangles whose corners exist', () => {
  const { vertices, indices } = make()
  assert.equal(vertices.length % 3, 0)
  assert.equal(indices.length % 3, 0)
  assert.ok(indices.every((index) => index < vertices.length / 3))
})`,
  volume: `test('gives as many samples as its shape says', () => {
  const { shape, data } = make(8)
  assert.deepEqual(shape, [8, 8, 8])
  assert.equal(data.length, 8 ** 3)
})`,
  point_cloud: `test('gives a value for every point', () => {
  const { points, scalars } = make(10)
  assert.equal(points.length, 30)
  assert.equal(scalars.length, 10)
})`,
  image: `test('gives as many samples as its size says', () => {
  const { width, height, channels, data } = make(16)
  assert.equal(data.length, width * height * channels)
})`,
}

function toWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
