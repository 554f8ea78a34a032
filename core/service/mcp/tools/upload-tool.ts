import { Readable } from 'node:stream'
import { toBroughtName } from '../../../contract/domain/brought-name.ts'
import { sayKinds } from '../../../contract/domain/data-ref.ts'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { ResultType } from '../../../contract/domain/result/result.ts'
import { checkScope } from '../../access/rights.ts'
import { holdAnswer } from '../answers/answers.ts'
import { quote } from '../answers/data-words.ts'
import { checkNames, requireText } from './read-arguments.ts'
import { roomAnnotations } from './room-arguments.ts'
import type { HostTool } from './tool.ts'

/** A text on its way to the files of callers. */
interface UploadedText {
  readonly name: string
  readonly body: Readable
  readonly length: number
}

/** The parts of a host that take files of agents. */
export interface UploadParts {
  readonly files: {
    /** Keeps a file for a caller. @throws `format.unknown`, `host.busy` and as others that bring files */
    readonly take: (
      file: UploadedText,
      sender: { readonly caller: string; readonly client: string },
    ) => Promise<{ readonly hash: string; readonly kind: ResultType | null; readonly expiresAt: number }>
  }
}

/** Most bytes of a text that a model writes. */
const mostBytes = 128 * 1024

/**
 * Returns the tool by which an agent brings a text that it has, such as a table or the atoms of a molecule,
 * as data of functions. Larger files go by HTTP: their bytes have no place in a conversation.
 */
export function createUploadTool({ files }: UploadParts): HostTool {
  return {
    listed: {
      name: 'upload_file',
      title: 'Bring a file',
      description:
        'Brings a text (CSV, OBJ, PDB) as data, and answers with the reference that functions take. Other ' +
        'files: POST /api/files?name=….',
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'With the ending of its format.' },
          text: { type: 'string' },
        },
        required: ['name', 'text'],
      },
      annotations: roomAnnotations,
    },
    call: async (asker, given) => {
      checkNames(given, ['name', 'text'])
      const { caller, client } = asker
      checkScope(caller, 'invoke')
      const name = toBroughtName(requireText(given, 'name'))
      const bytes = Buffer.from(requireText(given, 'text'))
      checkLength(bytes)
      const body = { name, body: Readable.from([bytes]), length: bytes.length }
      const file = await files.take(body, { caller: caller.name, client })
      const { hash, kind, expiresAt } = file
      const reference = { file: hash, ...(name !== '' && { name }) }
      const expires = new Date(expiresAt).toISOString()
      const text = `${quote(name)} is here as ${sayKinds([kind ?? 'file'])}: ${JSON.stringify(reference)}.`
      const structuredContent = { reference, kind, bytes: bytes.length, expires }
      return holdAnswer(asker, { content: [{ type: 'text', text }], structuredContent })
    },
  }
}

/** @throws `body.large` */
function checkLength(bytes: Buffer): void {
  if (bytes.length <= mostBytes) return
  const found = `text must have at most ${mostBytes} bytes (got ${bytes.length})`
  throw new SpecimenError('body.large', `${found}; POST a larger file to /api/files?name=….`)
}
