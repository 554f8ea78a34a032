/**
 * `npm start`: prepares the clone, then is the host that serves its own plugins and specimens. Takes the
 * options of serve.
 */
import { createServer } from 'node:net'
import { listStale, prepare } from './prepare.mjs'

const given = process.argv.slice(2)
const { SPECIMEN_HOST, SPECIMEN_PORT } = process.env
const host = findOption('--host') ?? (SPECIMEN_HOST || '127.0.0.1')
const port = Number(findOption('--port') ?? (SPECIMEN_PORT || 8000))

// The host says this by itself, but after a build that takes a while.
if (listStale().length > 0 && (await isTaken())) {
  process.stderr.write(
    `specimen: On ${host}, port ${port} is taken by another program; --port 0 takes a free one.\n`,
  )
  process.exitCode = 2
} else {
  process.exitCode = prepare()
  if (process.exitCode === 0) {
    const cli = new URL('../dist/cli.js', import.meta.url)
    process.argv.splice(
      1,
      given.length + 1,
      cli.pathname,
      'serve',
      '--plugins',
      'dist/plugins',
      '--specimens',
      'specimens',
      ...given,
    )
    await import(cli.href)
  }
}

function findOption(flag) {
  const at = given.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`))
  if (at < 0) return undefined
  return given[at] === flag ? given[at + 1] : given[at].slice(flag.length + 1)
}

async function isTaken() {
  if (!(port > 0 && port < 65536)) return false
  const server = createServer()
  return await new Promise((resolve) => {
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE'))
    server.listen({ host, port }, () => server.close(() => resolve(false)))
  })
}
