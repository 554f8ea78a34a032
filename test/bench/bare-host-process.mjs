/**
 * As `host-process.mjs`, but the host stands open: nothing before its routes asks who comes, from where and
 * how often, and nothing counts or logs requests. There is no such option: it is bundled here without them.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { answerQuestions } from './questions.mjs'

const root = new URL('../../', import.meta.url)

/** What stands in place of some modules. */
const bare = {
  'guard.ts': `
    export class Guard {
      findRefusal() {}
      isPlain() { return true }
      admitPlain() { return true }
      passOn() {}
    }
    export function admitRequests(app) {
      const caller = { name: 'everybody', scopes: new Set(['read', 'invoke', 'admin']), rooms: null, specimens: null }
      app.decorateRequest('known', null)
      app.decorateRequest('caller', { getter: () => caller })
      app.decorateRequest('client', 'x')
    }`,
  'watch-requests.ts': `
    export function watchRoutes(app) {
      app.decorateRequest('origin', undefined)
      app.decorateRequest('facts', { getter: () => ({}) })
    }
    export function watchRefused() {}`,
}
/** Where a poll is counted. */
const counted = /count\.add\(.*\)/

const { outputFiles } = await build({
  entryPoints: [new URL('core/package.ts', root).pathname],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  define: { 'import.meta.url': JSON.stringify(new URL('dist/host.js', root).href) },
  plugins: [{ name: 'bare', setup: strip }],
})
// Among the built files, where it finds its packages.
const file = new URL(`dist/bare-host-${process.pid}.mjs`, root)
await writeFile(file, outputFiles[0].contents)
const { createHost } = await import(file.href).finally(() => rm(file))

const host = await createHost(JSON.parse(process.argv[2]))
const address = await host.listen()
answerQuestions({ port: Number(new URL(address).port) }, () => host.close())

function strip({ onLoad, onEnd }) {
  const seen = new Set()
  onLoad({ filter: /core\/http\/(guard|request\/watch-requests)\.ts$/ }, ({ path }) => {
    const name = path.split('/').at(-1)
    seen.add(name)
    return { contents: bare[name], loader: 'js' }
  })
  onLoad({ filter: /core\/http\/routes\/answer-polls\.ts$/ }, async ({ path }) => {
    const source = await readFile(path, 'utf8')
    if (counted.test(source)) seen.add('answer-polls.ts')
    return { contents: source.replace(counted, 'return'), loader: 'ts' }
  })
  onEnd(() => {
    if (seen.size < 3) throw new Error(`only ${[...seen].join(', ')} of the host could be taken out`)
  })
}
