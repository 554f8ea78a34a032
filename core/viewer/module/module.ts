/**
 * The viewer for pages of others, imported as `specimen-host/viewer`, or from a host that allows it
 * (`--embed-origin`) as `/viewer/module.js`:
 *
 * ```html
 * <script type="module" src="https://host.example/viewer/module.js"></script>
 * <specimen-view src="https://host.example" specimen="gyroid" params='{"cells":3}'></specimen-view>
 * ```
 */

import type { Params } from '../../contract/domain/schema.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { isJsonObject, parseJson } from '../../contract/values/json.ts'
import type { ViewState } from '../state/view-state.ts'
import type { MountedView, MountOptions, ViewFailure, ViewResult } from './mount-options.ts'
import { mountView } from './mount-view.tsx'

export type { MountedView, MountOptions, Params, ViewFailure, ViewResult, ViewState }

/** The style of the viewer as text; the build sets it. */
declare const builtStyle: string

/**
 * Draws a specimen into an element, which gives it its size. It lies in a shadow root of the element: neither
 * the style of the page nor that of the viewer goes through.
 *
 * @example
 * import { mount } from 'specimen-host/viewer'
 *
 * const place = document.createElement('div')
 * place.style.height = '24rem'
 * document.body.append(place)
 * const view = mount(place, {
 *   source: 'https://host.example',
 *   specimen: 'gyroid',
 *   onResult: ({ result }) => console.log(result.type),
 *   onError: ({ message }) => console.error(message),
 * })
 * view.state = { params: { cells: 3 } }
 */
export function mount(element: HTMLElement, options: MountOptions): MountedView {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  // No policy for styles concerns a sheet that a script makes.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(builtStyle)
  root.adoptedStyleSheets = [sheet]
  const place = document.createElement('div')
  place.className = 'viewer'
  root.replaceChildren(place)
  return mountView(place, { ...options, openGallery: null })
}

/**
 * The element `<specimen-view>`, with the attributes `src`, `specimen` and `params`. Its events are `change`
 * (the detail is a {@link ViewState}), `result` ({@link ViewResult}) and `error` ({@link ViewFailure}).
 *
 * @example
 * import { SpecimenViewElement } from 'specimen-host/viewer'
 *
 * const view = new SpecimenViewElement()
 * view.src = 'https://host.example'
 * view.specimen = 'gyroid'
 * view.addEventListener('change', () => console.log(view.params))
 * document.body.append(view)
 */
export class SpecimenViewElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ['src', 'specimen', 'params']
  #view: MountedView | null = null
  /** The choices before it is in a page, and after. */
  #state: Partial<ViewState> = {}
  #token: string | undefined
  /** False during the upgrade of an element in a page, whose attributes come before it is connected. */
  #isIn = false

  /** The address of a host. */
  get src(): string {
    return this.getAttribute('src') ?? ''
  }
  set src(address: string) {
    this.setAttribute('src', address)
  }

  get specimen(): string {
    return this.getAttribute('specimen') ?? ''
  }
  set specimen(id: string) {
    this.setAttribute('specimen', id)
  }

  /** The parameters that are not at their default. */
  get params(): Params {
    return this.state.params ?? this.#readParams()
  }
  set params(params: Params) {
    this.state = { ...this.state, params }
  }

  /** A person's choices. A new value is shown, and is no `change`. */
  get state(): Partial<ViewState> {
    return this.#view?.state ?? this.#state
  }
  set state(state: Partial<ViewState>) {
    this.#state = state
    if (this.#view) this.#view.state = state
  }

  /** The host's token, so that a person is not asked for it. */
  set token(token: string) {
    this.#token = token
    this.#view?.useToken(token)
  }

  connectedCallback(): void {
    this.#isIn = true
    this.#open()
  }

  disconnectedCallback(): void {
    this.#isIn = false
    this.#close()
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.#isIn) return
    if (name === 'params') this.params = this.#readParams()
    else {
      this.#close()
      this.#state = {}
      this.#open()
    }
  }

  #open(): void {
    const { src, specimen } = this
    if (src === '' || specimen === '' || !URL.canParse(src, document.baseURI)) {
      this.#refuse('<specimen-view> needs src, a host, and specimen, an id.')
      return
    }
    this.#view = mount(this, {
      source: new URL(src, document.baseURI).href.replace(/\/$/, ''),
      specimen,
      state: { params: this.#readParams(), ...this.#state },
      token: this.#token,
      onState: (state) => this.#send('change', state),
      onResult: (result) => this.#send('result', result),
      onError: (failure) => this.#send('error', failure),
    })
  }

  #close(): void {
    this.#state = this.state
    this.#view?.close()
    this.#view = null
  }

  #readParams(): Params {
    try {
      const params = parseJson(this.getAttribute('params') ?? '{}', 'params')
      if (isJsonObject(params)) return params
      this.#refuse('params must be a JSON object.')
    } catch (error) {
      this.#refuse(toThrownText(error))
    }
    return {}
  }

  #refuse(message: string): void {
    this.#send('error', { message, code: null })
  }

  #send(type: 'change' | 'result' | 'error', detail: ViewState | ViewResult | ViewFailure): void {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'specimen-view': SpecimenViewElement
  }
}

// A page may have the modules of two hosts.
if (!customElements.get('specimen-view')) customElements.define('specimen-view', SpecimenViewElement)
