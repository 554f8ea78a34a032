import { SpecimenError } from '../../contract/domain/errors.ts'

/** The parts of `@modelcontextprotocol/sdk` that a host uses. */
export interface McpPackages {
  readonly Server: typeof import('@modelcontextprotocol/sdk/server/index.js').Server
  readonly types: typeof import('@modelcontextprotocol/sdk/types.js')
}

/** Loads the package, which a host without agents does not need. @throws `config.invalid` for none */
export async function loadMcpPackages(): Promise<McpPackages> {
  try {
    const [{ Server }, types] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ])
    return { Server, types }
  } catch (cause) {
    throw absentError('/mcp', cause)
  }
}

/** Returns the refusal of what needs the package where it is not installed. */
export function absentError(what: string, cause: unknown): SpecimenError {
  const detail = `${what} needs the package @modelcontextprotocol/sdk, which is not installed here; `
  const remedy = 'npm install @modelcontextprotocol/sdk'
  return new SpecimenError('config.invalid', `${detail}${remedy} where specimen-host is.`, { cause })
}
