import { SpecimenError } from '../../contract/domain/errors.ts'
import { openFile, readOpened } from './open-file.ts'

/**
 * Returns the text of a file that an operator has named in an option. `what` names its contents in words:
 * "worker tokens". @throws `config.invalid` when it cannot be read, or has more than `byteLimit` bytes
 */
export async function readConfigFile(path: string, what: string, byteLimit: number): Promise<string> {
  const refuse = (found: string, cause?: unknown): SpecimenError =>
    new SpecimenError('config.invalid', `The file of ${what} cannot be read: ${found}.`, { cause })
  try {
    const text = await readOpened(openFile(path), { shown: path, byteLimit, createError: refuse })
    return text.toString('utf8')
  } catch (error) {
    if (!(error instanceof SpecimenError) || error.code === 'config.invalid') throw error
    throw refuse(error.message.replace(/\.$/, ''), error)
  }
}
