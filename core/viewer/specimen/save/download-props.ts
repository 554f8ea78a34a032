import type { HostCalls, SpecimenBody } from '../../../client/client.ts'
import type { Params } from '../../../contract/domain/schema.ts'

/** The specimen to save, with the parameters of the shown result. */
export interface DownloadProps {
  readonly body: SpecimenBody
  readonly params: Params
  readonly roomId: string
  readonly client: HostCalls
}
