/** Runs the commands that need ts-morph and esbuild, loaded only now. The only import of build in core. */
import * as modules from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExportHost } from '../../build/commands/gather-site.ts'
import type { DefaultCalls } from '../../build/commands/thumbnail.ts'
import { SpecimenError } from '../contract/domain/errors.ts'
import { describe } from '../contract/text/describe.ts'
import { endBySignals } from '../engine/files/scratch-folder.ts'
import { parseAllowed } from '../engine/run/walls/pool-guard.ts'
import { options, readGiven } from '../options/config.ts'
import { fillIn, readTexts } from '../options/option.ts'
import { checkAddress } from '../service/http/connection/listen-address.ts'
import { buildForms } from './build-forms.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { noteGrants, openWithNotes } from './noted-calls.ts'

/** Runs one of the commands of authors and returns its exit code. @throws `config.invalid` */
export async function runBuildCommand(
  name: keyof typeof buildForms,
  line: CommandLine,
  surroundings: CommandSurroundings,
): Promise<number> {
  if (name !== 'new' && name !== 'init') {
    refuseMissingTools(name)
    keepCompiledCode()
  }
  const { argument } = line
  if (name === 'dev') return await runDevCommand(argument ?? 'plugins', line, surroundings)
  if (name === 'export') return await runExportCommand(line, surroundings)
  const giveBack = endBySignals()
  return await runOnce(name, line, surroundings).finally(giveBack)
}

/** Runs a command that ends by itself. */
async function runOnce(
  name: Exclude<keyof typeof buildForms, 'dev' | 'export'>,
  { argument, flags }: CommandLine,
  { streams, now }: CommandSurroundings,
): Promise<number> {
  const source = argument ?? 'plugins'
  switch (name) {
    case 'build': {
      const { own } = buildForms.build
      const { noRun, ...given } = fillIn(own, readTexts(own, flags))
      const openCalls = async (bundles: string): Promise<DefaultCalls> => {
        const { openDefaultCalls } = await import('./compute-defaults.ts')
        return await openDefaultCalls(bundles, { specimens: '', runTimeout: 10, packages: source })
      }
      const { runBuild } = await import('../../build/commands/build.ts')
      return await runBuild({ source, ...given, openCalls: noRun ? null : openCalls }, streams, now)
    }
    case 'check': {
      const { own } = buildForms.check
      const given = fillIn(own, readTexts(own, flags))
      const { against, run: isRun, runTimeout, allow = '', env, ...rest } = given
      const allowed = parseAllowed(allow)
      const limits = { specimens: '', runTimeout, allow, env, packages: source }
      const run = isRun
        ? { allowed, openCalls: (bundles: string) => openWithNotes(bundles, limits, streams) }
        : null
      const { runCheck } = await import('../../build/commands/check.ts')
      return await runCheck({ source, against: against ?? null, run, ...rest }, streams, now)
    }
    case 'init':
      return await (await import('../../build/commands/init.ts')).runInit(argument ?? '.', streams)
    case 'new': {
      const { own } = buildForms.new
      const { in: folder, ...given } = fillIn(own, readTexts(own, flags))
      const { runNew } = await import('../../build/commands/new.ts')
      return await runNew({ name: argument ?? '', source: folder, ...given }, streams)
    }
    case 'thumbnail': {
      const { own } = buildForms.thumbnail
      const { force, ...limits } = fillIn(own, readTexts(own, flags))
      const openCalls = async (bundles: string): Promise<DefaultCalls> =>
        await openWithNotes(bundles, limits, streams)
      const { runThumbnail } = await import('../../build/commands/thumbnail.ts')
      return await runThumbnail({ source, force, openCalls }, streams, now)
    }
    case 'diff': {
      const { own } = buildForms.diff
      const { in: folder, out, ...grants } = fillIn(own, readTexts(own, flags))
      const { openDefaultCalls } = await import('./compute-defaults.ts')
      const openCalls = (bundles: string): ReturnType<typeof openDefaultCalls> =>
        openDefaultCalls(bundles, { specimens: '', ...grants })
      const { runDiff } = await import('../../build/commands/diff.ts')
      return await runDiff({ revision: argument ?? '', source: folder, out, openCalls }, streams, now)
    }
    case 'explain':
      return await (await import('../../build/commands/explain.ts')).runExplain(source, streams)
  }
}

async function runExportCommand(
  { argument, flags }: CommandLine,
  { streams, environment, now, stopped }: CommandSurroundings,
): Promise<number> {
  const { own, settings } = buildForms.export
  const { in: source, single, open, strict } = fillIn(own, readTexts(own, flags))
  const shared = readGiven(settings, flags, environment)
  const { runTimeout = options.runTimeout.default } = shared
  const { openExportHost } = await import('./export-host.ts')
  const openHost = async (bundles: string, allow?: string): Promise<ExportHost> => {
    if (allow !== undefined) return await openExportHost(bundles, { ...shared, allow, env: undefined })
    await noteGrants(bundles, shared.allow, streams)
    return await openExportHost(bundles, shared)
  }
  const place = { out: argument ?? 'dist/site', single }
  const { runExport, showSite } = await import('../../build/commands/export.ts')
  const giveBack = endBySignals()
  const request = { ...place, source, runTimeout, strict, openHost }
  const code = await runExport(request, streams, now).finally(giveBack)
  if (open) {
    const desktop = { platform: process.platform, environment }
    await showSite(place, streams, { desktop, stopped })
  }
  return code
}

async function runDevCommand(
  source: string,
  { flags }: CommandLine,
  surroundings: CommandSurroundings,
): Promise<number> {
  const { streams, environment, stopped } = surroundings
  const { own, settings } = buildForms.dev
  const { runDev } = await import('../../build/commands/dev.ts')
  const given = fillIn(own, readTexts(own, flags))
  const { out, poll, noOpen, to = findUrl(flags.host) } = given
  const bodies = fileURLToPath(new URL('./check-bodies.js', import.meta.url))
  const desktop = noOpen ? null : { platform: process.platform, environment }
  if (to !== undefined) {
    if (!isUrl(to))
      throw new SpecimenError(
        'config.invalid',
        `--to must be an address such as http://127.0.0.1:8000 (got ${describe(to)}).`,
      )
    const hint = '--host is the address to listen on, as for serve'
    if (given.to === undefined) streams.stderr.write(`specimen: ${hint}; write --to ${to}\n`)
    const { token } = readGiven(['token'], {}, environment)
    const host = { url: to, token }
    return await runDev({ source, out, poll, host, desktop, bodies }, streams, stopped)
  }
  const shared = readGiven(settings, flags, environment)
  const { host: address = options.host.default, port = options.port.default, specimens, data } = shared
  const { allow, allowAnonymous = false, https = false } = shared
  await checkAddress(address, port)
  const program = fileURLToPath(new URL('./dev-host.js', import.meta.url))
  const files = readGiven(['tlsCert', 'tlsKey', 'tlsFolder'], {}, environment)
  const { readFingerprint: read } = await import('../service/tls/open-certificate.ts')
  const readFingerprint = async (): Promise<string> => await read({ ...files, https }, surroundings)
  const host = { program, address, port, specimens, data, allow, allowAnonymous, https, readFingerprint }
  return await runDev({ source, out, poll, host, desktop, bodies }, streams, stopped)
}

/** Accepts `specimen dev --host URL`, the former spelling for a running host. */
function findUrl(host: string | undefined): string | undefined {
  return host !== undefined && isUrl(host) ? host : undefined
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

/** Checks the optional dependencies before anything is opened. @throws `config.invalid` */
function refuseMissingTools(command: string): void {
  const { resolve } = modules.createRequire(import.meta.url)
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

/** Lets Node keep the compiled code of ts-morph, in a folder that only its owner can write to. */
function keepCompiledCode(): void {
  // A function of Node 22.8 that the types of Node 20 lack.
  const { enableCompileCache }: typeof modules & { enableCompileCache?: (folder: string) => unknown } =
    modules
  const { resolve } = modules.createRequire(import.meta.url)
  enableCompileCache?.(join(dirname(resolve('ts-morph/package.json')), '../.cache/specimen-host'))
}
