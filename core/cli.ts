#!/usr/bin/env node
/**
 * The command line, `specimen`. The commands that need ts-morph and esbuild are loaded only when they are asked for: a host
 * starts without them (the one place where core imports build, DESIGN 23).
 */
import { SpecimenError } from './domain/errors.ts'
import { runHost } from './host-commands.ts'
import { runWorker } from './worker-command.ts'

const usage = `specimen: serves 3D and imaging specimens whose contents are typed functions

usage: specimen <command> [options]

commands
  build [dir] [--out DIR]   read the plugins in dir (plugins/) and write a bundle for each (dist/plugins/)
  check [dir] [--against X] compare bundles with their sources, or with published schemas: for CI
  dev [dir]                 build and serve plugins while they are edited
  init [dir]                write a repository of plugins to start from
  new <name>                write a plugin to start from
  explain <file>            show how the functions of a plugin are understood, and their schemas
  serve                     load bundles and specimens and serve them
  relay                     serve, and take workers that dial in from behind firewalls
  worker <relay-url>        serve this machine's specimens through a relay, without an open port
  help [command]            explain a command

A first time, in a folder of your own:
  specimen build plugins          # plugins/disc.ts becomes dist/plugins/disc/
  specimen serve                  # listening on http://127.0.0.1:8000
  curl http://127.0.0.1:8000/api/specimens/
`

type Command = (argv: readonly string[]) => Promise<number>

const commands: { readonly [name: string]: Command } = {
  serve: async (argv) => await runHost('serve', argv),
  relay: async (argv) => await runHost('relay', argv),
  worker: runWorker,
  build: async (argv) => (await importBuild()).runBuild(argv),
  check: async (argv) => (await importBuild()).runCheck(argv),
  dev: async (argv) => (await importBuild()).runDev(argv),
  init: async (argv) => (await importBuild()).runInit(argv),
  new: async (argv) => (await importBuild()).runNew(argv),
  explain: async (argv) => (await importBuild()).runExplain(argv),
  help: async ([topic = '']) => {
    const command = Object.hasOwn(commands, topic) ? commands[topic] : undefined
    if (command && topic !== 'help') return await command(['--help'])
    process.stdout.write(usage)
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
