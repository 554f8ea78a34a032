import type { Client } from '../../client/client.ts'
import { FileButton } from './downloads.tsx'
import type { SpecimenModel } from './specimen-model.ts'

/** Why there is no picture, in words. */
export function Notes({
  model,
  client,
  roomId,
}: {
  readonly model: SpecimenModel
  readonly client: Client
  readonly roomId: string
}) {
  const [problem, file, body] = [model.problem.value, model.file.value, model.body.value]
  if (problem !== null) {
    return (
      <div class="stage-note" role="alert">
        <p>{problem}</p>
        <button type="button" class="button" onClick={() => void model.load()}>
          Try again
        </button>{' '}
        <a href="#/">All specimens</a>
      </div>
    )
  }
  return file === null ? null : (
    <div class="stage-note" role="status">
      <p>{file.reason}</p>
      {body && <FileButton body={body} params={{}} roomId={roomId} client={client} />}
    </div>
  )
}
