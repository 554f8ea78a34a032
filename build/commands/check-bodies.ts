/** The program beside the builds of `specimen dev` that returns type errors inside functions. */
import { setPriority } from 'node:os'
import { findSdk } from '../output/program.ts'
import { listBodyErrors } from '../read/body-errors.ts'

setPriority(5) // builds and the host come first
const sdkFile = findSdk()
process.on('message', (entries: readonly string[]) => process.send?.(listBodyErrors(entries, sdkFile)))
