import { rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build } from 'esbuild'

/** Source maps would name what is made here, which is nowhere; it is imports and exports, which never throw. */
const map = { version: 3, sources: ['../core/package.ts'], names: [], mappings: 'AAAA' }
const someSource = `\n//# sourceMappingURL=data:application/json;base64,${btoa(JSON.stringify(map))}`

/**
 * Merges chunks of a build with `splitting` in `dist`. esbuild makes one for each set of entries that share
 * modules, every dynamic import is an entry, and Node takes half a millisecond for each file. Here chunks
 * become one file where the same of the `programs` load them, each of which is a list of entries by their
 * sources. So each program still loads nothing that is not its own; what it imports later may.
 *
 * A chunk is loaded by all programs that load one which imports it. So files never import each other in a
 * circle.
 */
export async function mergeChunks(metafile, programs, options) {
  const outputs = new Map(
    Object.entries(metafile.outputs)
      .filter(([path]) => path.endsWith('.js'))
      .map(([path, output]) => [basename(path), output]),
  )
  const groups = groupChunks(outputs, programs)
  const groupOf = new Map(groups.flatMap((chunks, group) => chunks.map((name) => [name, group])))
  const merged = [...groupOf.keys()]
  const kept = [...outputs.keys()].filter((name) => !groupOf.has(name))
  await build({
    ...options,
    entryPoints: [
      ...groups.map((_, group) => ({ in: `part:${group}`, out: `part-${group}` })),
      ...kept.map((name) => ({ in: `dist/${name}`, out: name.slice(0, -'.js'.length) })),
    ],
    packages: 'external',
    allowOverwrite: true,
    plugins: [{ name: 'merge-chunks', setup }],
  })
  for (const name of merged) for (const file of [name, `${name}.map`]) rmSync(`dist/${file}`)

  function setup({ onResolve, onLoad }) {
    onResolve({ filter: /^part:/ }, ({ path }) => ({ path: resolve('dist', path) }))
    onResolve({ filter: /^[.]\// }, ({ path, kind, importer, pluginData }) => {
      if (kind === 'entry-point') return null
      const name = basename(path)
      const group = groupOf.get(name)
      if (group === undefined) return { path, external: true }
      const own = pluginData?.group ?? groupOf.get(basename(importer))
      return { path: resolve('dist', own === group ? name : `moved:${name}`) }
    })
    onLoad({ filter: /part:\d+$/ }, ({ path }) => {
      const group = Number(path.split(':').at(-1))
      const lines = groups[group].map((name) => {
        return passOn(`./${name}`, name, (own, prefixed) => `${own} as ${prefixed}`)
      })
      return { contents: lines.join('\n') + someSource, resolveDir: 'dist', pluginData: { group } }
    })
    onLoad({ filter: /moved:[^/]+$/ }, ({ path }) => {
      const name = path.split(':').at(-1)
      const line = passOn(`./part-${groupOf.get(name)}.js`, name, (own, prefixed) => `${prefixed} as ${own}`)
      return { contents: line + someSource, resolveDir: 'dist' }
    })
  }

  /** In a part, names have the number of their chunk before them: they are of one chunk alone. */
  function passOn(from, name, toClause) {
    const clauses = outputs.get(name).exports.map((own) => toClause(own, `c${merged.indexOf(name)}_${own}`))
    return `import '${from}'; export { ${clauses.join(', ')} } from '${from}'`
  }
}

/** Returns lists of the chunks that are to be one file. */
function groupChunks(outputs, programs) {
  const loaded = programs.map((entries) => {
    const names = [...outputs.keys()].filter((name) => entries.includes(outputs.get(name).entryPoint))
    return new Set(names.flatMap((name) => [...listLoaded(outputs, name)]))
  })
  const groups = new Map()
  for (const [name, { entryPoint, inputs }] of outputs) {
    const key = loaded.map((names) => Number(names.has(name))).join('')
    // One without inputs has what esbuild adds, and so no source map.
    const isChunk = entryPoint === undefined && Object.keys(inputs).length > 0
    if (isChunk && key.includes('1')) groups.set(key, [...(groups.get(key) ?? []), name])
  }
  return [...groups.values()].filter((names) => names.length > 1)
}

/** Returns the names of all files that a file imports, and those import. */
function listLoaded(outputs, name, found = new Set([name])) {
  for (const { path, kind, external } of outputs.get(name).imports) {
    if (external || kind !== 'import-statement' || found.has(basename(path))) continue
    found.add(basename(path))
    listLoaded(outputs, basename(path), found)
  }
  return found
}
