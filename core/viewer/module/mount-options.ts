/** The exchange between a page and a view in it. */
import type { Result } from '../../contract/domain/result/result.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { ViewState } from '../state/view-state.ts'

/** The content of a view, and the functions that are called with its changes. */
export interface MountOptions {
  /** The address of a host: `https://host.example`. */
  readonly source: string
  /** The id of a specimen. */
  readonly specimen: string
  /** The choices to begin with; the author's where there are none. */
  readonly state?: Partial<ViewState> | undefined
  /** The host's token, so that a person is not asked for it. */
  readonly token?: string | undefined
  /** Called with all choices after each change that a person makes, and each frame of a moving camera. */
  readonly onState?: ((state: ViewState) => void) | undefined
  readonly onResult?: ((result: ViewResult) => void) | undefined
  readonly onError?: ((failure: ViewFailure) => void) | undefined
}

/** A result that a view shows. */
export interface ViewResult {
  readonly params: Params
  /** True for one that stands in while a slider is dragged. */
  readonly isPreview: boolean
  /** Its arrays are the view's: copy them before a change. */
  readonly result: Result
}

/** The reason why a view shows no result, or an old one. */
export interface ViewFailure {
  readonly message: string
  /** The code of the host, such as `function.failed`; null where there is none. */
  readonly code: string | null
}

/** A view in a page. */
export interface MountedView {
  /** A person's choices. A new value is shown, and not reported. */
  get state(): ViewState
  set state(state: Partial<ViewState>)
  /** Uses a token from now on. */
  useToken(token: string): void
  /** Removes the view with all that it holds: worker, graphics, listeners. */
  close(): void
}
