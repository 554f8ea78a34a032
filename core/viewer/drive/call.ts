import { toPreviewedRoom, toPreviewRoom } from '../../contract/domain/invocation.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../contract/domain/schema.ts'
import { isCount } from '../../contract/values/number.ts'
import type { LoadRequest } from '../data/data-source.ts'
import { toPreview } from '../panel/preview.ts'
import { keepKnown } from '../panel/values.ts'

/** The parameters of a view, as they were chosen last. */
export interface ViewerChoice {
  readonly params: Params
  /** The dragged parameter; null for final values. */
  readonly dragged: string | null
}

/** A choice as a request. */
export interface ViewerCall {
  readonly request: LoadRequest
  readonly isDrag: boolean
  /** True when some parameters have their value for dragging. */
  readonly isPreview: boolean
}

/** The target of calls. */
export interface CallAddress {
  readonly specimenId: string
  /** Null for a static specimen. */
  readonly schema: ParameterSchema | null
  readonly roomId: string
  readonly viewerId: string
}

/** Returns the request of a choice. Its parameters are complete. */
export function toCall({ params, dragged }: ViewerChoice, target: CallAddress): ViewerCall {
  const { specimenId, schema, roomId, viewerId } = target
  const isDrag = dragged !== null
  if (schema === null) {
    const sent = isCount(params.frame) ? { frame: params.frame } : {}
    return { request: { specimenId, isDynamic: false, params: sent, roomId }, isDrag, isPreview: false }
  }
  const complete = mergeDefaults(schema, keepKnown(schema, params))
  const sent = isDrag ? toPreview(schema, complete, dragged) : complete
  const isPreview = sent !== complete
  // The result that peers in the room look at stays.
  const room = isPreview ? toPreviewRoom(roomId, viewerId) : roomId
  return { request: { specimenId, isDynamic: true, params: sent, roomId: room }, isDrag, isPreview }
}

/** Returns whether the host ends a call by itself when it gets another, which is newer. */
export function isSuperseded({ request }: ViewerCall, newer: ViewerCall): boolean {
  const { isDynamic, roomId } = newer.request
  return request.isDynamic && isDynamic && toPreviewedRoom(request.roomId) === toPreviewedRoom(roomId)
}

/** Returns whether two calls have the same answer in the same room. */
export function isSameCall(a: ViewerCall, b: ViewerCall): boolean {
  return JSON.stringify(a.request) === JSON.stringify(b.request)
}
