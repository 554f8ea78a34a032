#!/usr/bin/env node
/**
 * The command line, `specimen`. The commands that need ts-morph and esbuild are loaded only when they are asked for: a host
 * starts without them (the one place where core imports build, DESIGN 23).
 */
import { parseArgs } from 'node:util'
import { describeOptions, listFlags, readConfig } from './config.ts'
import { SpecimenError } from './domain/errors.ts'

const usage = `specimen: serves 3D and imaging specimens whose contents are typed functions

usage: specimen <command> [options]

commands
  build [dir] [--out DIR]   read the plugins in dir (plugins/) and write a bundle for each (dist/plugins/)
  check [dir] [--against X] compare bundles with their sources, or with published schemas: for CI
  dev [dir]                 build and serve plugins while they are edited
  new <name>                write a plugin to start from
  explain <file>            show how the functions of a plugin are understood, and their schemas
  serve                     load bundles and specimens and serve them
  help [command]            explain a command

A first time, in a folder of your own:
  specimen build plugins          # plugins/disc.ts becomes dist/plugins/disc/
  specimen serve                  # listening on http://127.0.0.1:8000
  curl http://127.0.0.1:8000/api/specimens/
`

const serveUsage = `specimen serve: loads bundles and specimens and serves them

usage: specimen serve [options]

Prints one line, "listening on http://HOST:PORT", when it is ready; everything else it has to say is a JSON line on standard
output. GET /api/specimens/reload reads the folders again. SIGTERM and SIGINT end it cleanly. The API is explained at /docs.

options (each also as an environment variable: --run-timeout is SPECIMEN_RUN_TIMEOUT; a flag wins)
${describeOptions()}
`

type Command = (argv: readonly string[]) => Promise<number>

const commands: { readonly [name: string]: Command } = {
  serve,
  build: async (argv) => (await importBuild()).runBuild(argv),
  check: async (argv) => (await importBuild()).runCheck(argv),
  dev: async (argv) => (await importBuild()).runDev(argv),
  new: async (argv) => (await importBuild()).runNew(argv),
  explain: async (argv) => (await importBuild()).runExplain(argv),
  help: async ([topic = '']) => {
    const command = Object.hasOwn(commands, topic) ? commands[topic] : undefined
    if (command && topic !== 'help' && topic !== 'serve') return await command(['--help'])
    process.stdout.write(topic === 'serve' ? serveUsage : usage)
    return 0
  },
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof SpecimenError)) throw error
  process.stderr.write(`specimen: ${error.message}\n`)
  return 2
})

async function main([name = 'help', ...argv]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h') return await main(['help'])
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return await command(argv)
  process.stderr.write(`specimen: there is no command ${JSON.stringify(name)}\n\n${usage}`)
  return 2
}

async function importBuild(): Promise<typeof import('../build/cli.ts')> {
  try {
    return await import('../build/cli.ts')
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    const remedy = 'Install them: npm install ts-morph esbuild.'
    throw new SpecimenError(
      'config.invalid',
      `The build commands need ts-morph and esbuild, which are not installed. ${remedy}`,
      { cause },
    )
  }
}

async function serve(argv: readonly string[]): Promise<number> {
  const flags = parseFlags(argv)
  if (flags.help !== undefined) {
    process.stdout.write(serveUsage)
    return 0
  }
  const config = readConfig(flags, process.env)
  const { createHost } = await import('./host.ts')
  const host = await createHost(config)
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
  const address = await host.listen()
  if (config.token === undefined && !isLoopback(config.host)) {
    const remedy = 'Everybody who reaches this port can run functions and read results. Set --token, or listen on 127.0.0.1.'
    process.stderr.write(`WARNING: listening on ${config.host} without a token. ${remedy}\n`)
  }
  process.stdout.write(`listening on ${address}\n`)
  await stopped
  await host.close()
  return 0
}

function parseFlags(argv: readonly string[]): { readonly [flag: string]: string } {
  const known = Object.fromEntries(listFlags().map((flag) => [flag, { type: 'string' as const }]))
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { ...known, help: { type: 'boolean', short: 'h' } },
      allowPositionals: false,
    })
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false)
    return Object.fromEntries(given.map(([flag, value]) => [flag, String(value)]))
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause)
    throw new SpecimenError('config.invalid', `${found} See specimen serve --help.`, { cause })
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
