import type { HostCalls } from '../../../client/client.ts'
import { Button } from '../../parts/button.tsx'
import type { PageRoom } from '../../room/page-room.ts'
import { ownFileId } from '../../state/view-state.ts'
import type { SpecimenModel } from '../model/specimen-model.ts'
import { FileButton } from '../save/downloads.tsx'
import { JobStrip } from './job-strip.tsx'

/** Words for what is on its way from the host, and computed by nothing. */
const fetching = 'Fetching …'

interface NotesProps {
  readonly model: SpecimenModel
  readonly client: HostCalls
  readonly roomId: string
  readonly room: PageRoom | null
}

/** The messages over the picture: why there is none, and the state of the next. */
export function Notes(props: NotesProps) {
  const { model, client, roomId, room } = props
  const { work, prepared, cancel, retry } = model
  const [problem, file, body] = [model.problem.value, model.file.value, model.body.value]
  return (
    <>
      {problem !== null ? (
        <div class="stage-note" role="alert">
          <p>{problem}</p>
          <Button onClick={() => void model.load()}>Try again</Button> <a href="#/">All specimens</a>
        </div>
      ) : (
        file && (
          <div class="stage-note" role="status">
            <p>{file.reason}</p>
            {body && body.id !== ownFileId && (
              <FileButton body={body} roomId={roomId} client={client} params={{}} />
            )}
          </div>
        )
      )}
      {body === null && problem === null && (
        <p class="job-strip is-running" role="status">
          {fetching}
        </p>
      )}
      <JobStrip
        run={work}
        usual={body?.schema == null ? fetching : 'Computing …'}
        hasPicture={prepared.value !== null}
        onCancel={room && room.refusal.value !== null ? undefined : cancel}
        onRetry={retry}
      />
    </>
  )
}
