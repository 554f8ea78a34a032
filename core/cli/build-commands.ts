/**
 * Runs the commands that need ts-morph and esbuild. They are loaded only now: a host starts without them.
 * This and `run-build.ts` are the places where core imports build.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { checkAddress } from '../check-address.ts'
import { options, readGiven } from '../config.ts'
import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { fillIn, readTexts } from '../option.ts'
import { buildForms } from './build-forms.ts'
import type { CommandLine } from './command-form.ts'
import { optimizeLater } from './optimize-later.ts'
import type { Surroundings } from './surroundings.ts'

/** Runs one of the commands of authors and returns its exit code. @throws `config.invalid` */
export async function runBuildCommand(
  name: keyof typeof buildForms,
  line: CommandLine,
  surroundings: Surroundings,
): Promise<number> {
  optimizeLater()
  if (name !== 'new' && name !== 'init') refuseMissingTools(name)
  const { streams, now } = surroundings
  const { argument, flags } = line
  const source = argument ?? 'plugins'
  switch (name) {
    case 'build':
      return await (await import('./run-build.ts')).runBuildLine(line, surroundings)
    case 'check': {
      const { own } = buildForms.check
      const { against, ...given } = fillIn(own, readTexts(own, flags))
      return await (await loadBuild()).runCheck({ source, against: against ?? null, ...given }, streams, now)
    }
    case 'init':
      return await (await loadBuild()).runInit(argument ?? '.', streams)
    case 'new': {
      const { own } = buildForms.new
      const { in: folder, ...given } = fillIn(own, readTexts(own, flags))
      return await (await loadBuild()).runNew({ name: argument ?? '', source: folder, ...given }, streams)
    }
    case 'thumbnail': {
      const { own } = buildForms.thumbnail
      const { force, runTimeout } = fillIn(own, readTexts(own, flags))
      const { openDefaultCalls } = await import('./compute-defaults.ts')
      const openCalls = (bundles: string): ReturnType<typeof openDefaultCalls> =>
        openDefaultCalls(bundles, runTimeout)
      return await (await loadBuild()).runThumbnail({ source, force, openCalls }, streams, now)
    }
    case 'explain':
      return await (await loadBuild()).runExplain(source, streams)
    case 'dev':
      return await runDevCommand(source, line, surroundings)
  }
}

async function runDevCommand(
  source: string,
  { flags }: CommandLine,
  surroundings: Surroundings,
): Promise<number> {
  const { streams, environment, stopped } = surroundings
  const { own, settings } = buildForms.dev
  const given = fillIn(own, readTexts(own, flags))
  const { out, poll, noOpen, to = findUrl(flags.host) } = given
  const desktop = noOpen ? null : { platform: process.platform, environment }
  if (to !== undefined) {
    if (!isUrl(to))
      throw new SpecimenError(
        'config.invalid',
        `--to must be an address such as http://127.0.0.1:8000 (got ${describe(to)}).`,
      )
    const hint = '--host is the address to listen on, as in specimen serve'
    if (given.to === undefined) streams.stderr.write(`specimen: ${hint}; write --to ${to}\n`)
    const { token } = readGiven(['token'], {}, environment)
    const host = { url: to, token }
    return await (await loadBuild()).runDev({ source, out, poll, host, desktop }, streams, stopped)
  }
  const shared = readGiven(settings, flags, environment)
  const { host: address = options.host.default, port = options.port.default, specimens } = shared
  const { allowAnonymous = false } = shared
  await checkAddress(address, port)
  const program = fileURLToPath(new URL('./dev-host.js', import.meta.url))
  const host = { program, address, port, specimens, allowAnonymous }
  return await (await loadBuild()).runDev({ source, out, poll, host, desktop }, streams, stopped)
}

/** `specimen dev --host URL` was the way to name a running host. */
function findUrl(host: string | undefined): string | undefined {
  return host !== undefined && isUrl(host) ? host : undefined
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

async function loadBuild(): Promise<typeof import('../../build/cli.ts')> {
  return await import('../../build/cli.ts')
}

/**
 * They are optional dependencies. Looked for before anything is opened. @throws `config.invalid` when one
 * is missing
 */
function refuseMissingTools(command: string): void {
  const { resolve } = createRequire(import.meta.url)
  const tools = ['ts-morph', 'esbuild', ...(command === 'dev' ? ['chokidar'] : [])]
  for (const tool of tools) {
    try {
      resolve(tool)
    } catch (cause) {
      const found = `specimen ${command} needs ${tools.join(', ')}, and ${tool} is not installed.`
      const remedy = `Install them: npm install ${tools.join(' ')}.`
      throw new SpecimenError('config.invalid', `${found} ${remedy}`, { cause })
    }
  }
}
