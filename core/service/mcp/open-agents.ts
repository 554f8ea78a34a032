import { isLoopback } from '../../contract/domain/loopback.ts'
import type { Mcp, McpOptions } from './mcp.ts'

/** The options of a host that say whether it has agents. */
export interface AgentSettings {
  /** `auto`: only where the host listens on a loopback address. */
  readonly mcp: string
  readonly host: string
}

/**
 * Refuses a host that is asked for agents and lacks their package, before anything runs that would have to be
 * ended. @throws `config.invalid`
 */
export async function requireAgents({ mcp }: Pick<AgentSettings, 'mcp'>): Promise<void> {
  if (mcp !== 'on') return
  const { loadMcpPackages } = await import('./packages.ts')
  await loadMcpPackages()
}

/** Returns the server of agents; undefined for a host without. */
export async function openAgents(
  { mcp, host }: AgentSettings,
  options: McpOptions,
): Promise<Mcp | undefined> {
  if (mcp === 'off' || (mcp === 'auto' && !isLoopback(host))) return undefined
  const { openMcp } = await import('./mcp.ts')
  return openMcp(options)
}
