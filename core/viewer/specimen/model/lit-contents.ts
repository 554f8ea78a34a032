import { computed, type ReadonlySignal } from '@preact/signals'
import type { SpecimenBody } from '../../../client/client.ts'
import { readView } from '../../../contract/look/view-text.ts'
import { withCreaseAngle } from '../../../data/prepared/prepare-mesh.ts'
import type { Companion, Prepared } from '../../../data/prepared/prepared.ts'
import { composeContent } from '../../data/companion.ts'
import type { DataSource } from '../../data/data-source.ts'
import type { ViewState } from '../../state/view-state.ts'

/** The contents of a view, whose meshes have hard edges where the view says so, or else the author. */
export interface LitContents {
  /** Has the worker prepare meshes as they are shown. */
  readonly source: DataSource
  /** Returns a content in its placement and with its companion, which depends on no view. */
  place(content: Prepared, companion: Companion | null): Prepared
  /** Returns a placed content as drawn: a mesh that came with another angle is prepared here. */
  light(content: Prepared): Prepared
}

/** Returns the contents of a view of the specimen that `body` describes, which is null until it is known. */
export function createLitContents(
  view: ReadonlySignal<ViewState>,
  body: ReadonlySignal<SpecimenBody | null>,
  source: DataSource,
): LitContents {
  const authorAngle = computed(() => readView(body.value?.view ?? '').creaseAngle)
  const creaseAngle = computed(() => view.value.display.creaseAngle ?? authorAngle.value)
  return {
    source: {
      load: async (request, call) => await source.load({ creaseAngle: creaseAngle.peek(), ...request }, call),
      close: () => source.close(),
    },
    place: (content, companion) => composeContent(content, companion, body.value?.axes),
    light(content) {
      const angle = creaseAngle.value
      const lit = withCreaseAngle(content, angle)
      const { second } = lit
      return second
        ? { ...lit, second: { ...second, prepared: withCreaseAngle(second.prepared, angle) } }
        : lit
    },
  }
}
