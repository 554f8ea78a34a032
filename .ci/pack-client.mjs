/**
 * Makes the client a package of its own: `npm run pack:client` writes `dist/client/specimen-client-VERSION.tgz`,
 * or into the folder that is named. It is for pages and programs that call a host and need nothing of it, and
 * depends on no package.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { followImports } from './follow-imports.mjs'
import { writePlainTypes } from './plain-types.mjs'

const folder = resolve(process.argv[2] ?? 'dist/client')
const source = join(folder, 'package')
const types = join('dist', 'types')
const entry = join(types, 'core', 'client', 'client.d.ts')

/** Texts and examples import the client by this package's name. */
function toOwnName(text) {
  return text.replaceAll('specimen-host/client', 'specimen-client')
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(source, { recursive: true })
await build({
  entryPoints: ['core/client/client.ts'],
  outfile: join(source, 'client.js'),
  bundle: true,
  platform: 'neutral', // so that a module of Node, or a package, is an error
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
})
for (const path of followImports([entry])) {
  const target = join(source, 'types', relative(types, path))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, toOwnName(readFileSync(path, 'utf8')))
}
const { version, license, author, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
// The bodies of the API are declared as schemas, whose types come from a package.
for (const name of [
  'bodies.d.ts',
  'facts.d.ts',
  'fact-parts.d.ts',
  'file-body.d.ts',
  'provenance-body.d.ts',
  'table-facts.d.ts',
]) {
  const bodies = join('core', 'contract', 'wire', name)
  writeFileSync(join(source, 'types', bodies), writePlainTypes(join(types, bodies)))
}
for (const name of ['body-parts.d.ts', 'returns-body.d.ts', 'progress-parts.d.ts'])
  rmSync(join(source, 'types', 'core', 'contract', 'wire', name), { force: true })
const manifest = {
  name: 'specimen-client',
  version,
  description:
    'The client of a specimen host: typed calls, decoded results, jobs and rooms, in browsers and Node.',
  license,
  author,
  type: 'module',
  sideEffects: false,
  engines,
  exports: {
    '.': { types: `./types/${relative(types, entry)}`, default: './client.js' },
    './package.json': './package.json',
  },
}
writeFileSync(join(source, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
const readme = readFileSync('core/client/README.md', 'utf8')
writeFileSync(join(source, 'README.md'), toOwnName(readme).replace('../service/rooms/', ''))
for (const path of ['LICENSE', 'ENVELOPE.md', 'core/service/rooms/PROTOCOL.md'])
  cpSync(path, join(source, basename(path)))
const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
  cwd: source,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
