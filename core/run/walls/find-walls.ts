import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isJsonObject, parseJson } from '../../domain/json.ts'
import { isCount } from '../../domain/number.ts'
import { toVisibleText } from '../../domain/visible-text.ts'
import type { WallReport } from '../wall-report.ts'
import { enclose, listOwnFiles } from './enclose.ts'
import type { Enclosure, Sandbox, Walls } from './walls.ts'

/** How long a machine may take to show a wall: far more than the 50 ms it takes. */
const probeMilliseconds = 20_000
/** Of the probe, which needs next to nothing. */
const probeBytes = 8 * 2 ** 30
const reasonLength = 300

/**
 * Returns the best walls that stand on this machine: each is built around a probe, which says what it saw
 * from inside. Takes one start of Node where the first stands, some 50 ms, without blocking; `entry` is the
 * built `wall-probe.js`.
 */
export async function findWalls(entry: URL, sandbox: Sandbox): Promise<Walls> {
  const isLinux = process.platform === 'linux'
  const [hasLimits, hasDeathSignal, hasBubblewrap] = await Promise.all([
    isLinux && works('prlimit', '--version'),
    isLinux && works('setpriv', '--pdeathsig', 'KILL', 'true'),
    isLinux && works('bwrap', '--version'),
  ])
  const tools = { hasLimits, hasDeathSignal }
  const refused: { enclosure: Enclosure; reason: string }[] = []
  for (const enclosure of isLinux && sandbox !== 'off' ? (['bubblewrap', 'namespaces'] as const) : []) {
    const isAbsent = enclosure === 'bubblewrap' && !hasBubblewrap
    const found = isAbsent ? 'bwrap is not installed' : await look(entry, { ...tools, enclosure })
    const reason = typeof found === 'string' ? found : findGap(found)
    if (typeof found !== 'string' && reason === null) return toWalls(enclosure, found)
    refused.push({ enclosure, reason: reason ?? '' })
  }
  const found = await look(entry, { ...tools, enclosure: 'supervisor' })
  if (typeof found === 'string') refused.push({ enclosure: 'supervisor', reason: found })
  return toWalls('supervisor', typeof found === 'string' ? undefined : found)

  function toWalls(enclosure: Enclosure, report: WallReport | undefined): Walls {
    const hasPermissions = sandbox !== 'off' && process.allowedNodeEnvironmentFlags.has('--permission')
    const nodeBytes = report?.dataBytes ?? 0
    // Without knowing what Node takes, any limit may end it at its start.
    return { enclosure, ...tools, hasLimits: hasLimits && nodeBytes > 0, hasPermissions, nodeBytes, refused }
  }
}

async function works(file: string, ...args: readonly string[]): Promise<boolean> {
  return await promisify(execFile)(file, args, { timeout: probeMilliseconds }).then(
    () => true,
    () => false,
  )
}

/** Returns what a probe saw within the walls, or why it did not come to that. */
async function look(
  entry: URL,
  tools: Pick<Walls, 'enclosure' | 'hasLimits' | 'hasDeathSignal'>,
): Promise<WallReport | string> {
  const path = fileURLToPath(entry)
  const { file, args, env } = enclose(tools, {
    program: [process.execPath, path],
    readable: listOwnFiles(path),
    needs: [],
    mark: 2 ** 40,
    dataBytes: probeBytes,
  })
  try {
    const { stdout } = await promisify(execFile)(file, args, { env, cwd: '/', timeout: probeMilliseconds })
    return parseReport(stdout)
  } catch (error) {
    return describeFailure(error)
  }
}

function parseReport(text: string): WallReport | string {
  const report = parseJson(text, 'The report')
  if (!isJsonObject(report)) return 'the probe said nothing that is understood'
  const { parent, processes, network, canWrite, dataBytes } = report
  const fits =
    isCount(parent) &&
    isCount(dataBytes) &&
    typeof processes === 'string' &&
    typeof network === 'string' &&
    typeof canWrite === 'boolean'
  return fits ? { parent, processes, network, canWrite, dataBytes } : 'the report of the probe is incomplete'
}

/** Returns what is open although it should not be. */
function findGap({ processes, network, canWrite }: WallReport): string | null {
  if (processes === '' || processes === readlinkSync('/proc/self/ns/pid'))
    return 'it shares the process table'
  if (network === '' || network === readlinkSync('/proc/self/ns/net')) return 'it shares the network'
  return canWrite ? 'it can write to the files of the host' : null
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return toVisibleText((said.split('\n').at(-1) || error.message).slice(0, reasonLength))
}
