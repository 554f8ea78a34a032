import { SpecimenError } from '../contract/domain/errors.ts'
import { isRoomId, roomIdRule } from '../contract/domain/invocation.ts'
import { describe } from '../contract/text/describe.ts'
import { toCommand } from '../contract/text/to-command.ts'
import { toShownText } from '../contract/text/visible-text.ts'
import { fillIn, readTexts } from '../options/option.ts'
import { absentError } from '../service/mcp/packages.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { mcpOptions } from './host-forms.ts'
import { type BridgePackages, bridgeAgent } from './mcp-bridge.ts'

const usualUrl = 'http://127.0.0.1:8000'

/** Passes an agent's messages on to a host until the input ends. @throws `config.invalid` */
export async function runMcp(
  { argument: url = usualUrl, flags }: CommandLine,
  { streams: { stderr }, environment }: CommandSurroundings,
): Promise<number> {
  const { room, token = environment.SPECIMEN_TOKEN } = fillIn(mcpOptions, readTexts(mcpOptions, flags))
  await bridgeAgent(await loadPackages(), {
    address: toAddress(url, room),
    token,
    tell: (text) => void stderr.write(`specimen: ${toShownText(text)}\n`),
  })
  return 0
}

function toAddress(url: string, room: string | undefined): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrongError(`the host must be an address such as ${usualUrl} (got ${describe(url)})`)
  if (room !== undefined && !isRoomId(room))
    throw wrongError(`--room must be ${roomIdRule} (got ${describe(room)})`)
  const address = new URL(`${url.replace(/\/(mcp)?$/, '')}/mcp`)
  if (room !== undefined) address.searchParams.set('room_id', room)
  return address
}

async function loadPackages(): Promise<BridgePackages> {
  try {
    const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    ])
    return { StdioServerTransport, StreamableHTTPClientTransport }
  } catch (cause) {
    throw absentError('The command mcp', cause)
  }
}

function wrongError(problem: string): SpecimenError {
  return new SpecimenError('config.invalid', `${problem}. ${toCommand('mcp --help')} explains it.`)
}
