import { type Json, type JsonObject, toCanonicalJson } from '../../contract/values/json.ts'
import type { MountedView, ViewResult } from '../module/mount-options.ts'
import { mountView } from '../module/mount-view.tsx'
import { ChatLink, toObject } from './chat-link.ts'
import { type NamedResult, readNamed } from './named-result.ts'
import { openApp } from './open-app.ts'

/** Pixels of the window's height where the chat lets the page choose. */
const usualHeight = 640

/** The page of an MCP App: a view of what the tools of a host have shown in a chat. */
export class AppPage {
  readonly #place: HTMLElement
  readonly #link: ChatLink
  #view: MountedView | undefined
  /** The specimen and the values that the model knows, because it has set or been told them. */
  #known = ''
  #tellsModel = false

  constructor(place: HTMLElement) {
    this.#place = place
    const windows = { page: window, chat: window.parent }
    this.#link = new ChatLink(windows, { onNotification: this.#receive, onRequest: this.#answer })
  }

  /** Introduces the page to the chat, which then sends what its tools answer. @throws {LoadError} */
  async open(): Promise<void> {
    const said = await this.#link.open()
    this.#tellsModel = toObject(said.hostCapabilities).updateModelContext !== undefined
    const context = toObject(said.hostContext)
    this.#wear(context)
    const { height, maxHeight } = toObject(context.containerDimensions)
    if (height !== undefined) return // it is the chat's
    const most = typeof maxHeight === 'number' ? maxHeight : usualHeight
    this.#link.notify('ui/notifications/size-changed', { height: Math.min(most, usualHeight) })
  }

  /** Says something in the place of a view. */
  say(text: string): void {
    if (this.#view) return
    const line = document.createElement('p')
    line.className = 'page-failure'
    line.textContent = text
    this.#place.replaceChildren(line)
  }

  readonly #receive = (method: string, params: JsonObject): void => {
    if (method === 'ui/notifications/tool-result') this.#show(params)
    else if (method === 'ui/notifications/tool-cancelled') this.say('The call was cancelled.')
    else if (method === 'ui/notifications/host-context-changed') this.#wear(params)
  }

  readonly #answer = (method: string): JsonObject | undefined => {
    if (method === 'ping') return {}
    if (method !== 'ui/resource-teardown') return undefined
    this.#view?.close()
    this.#link.close()
    return {}
  }

  /** Shows what a tool has answered: another specimen, or other values of the same. */
  #show({ structuredContent, content, isError, _meta }: JsonObject): void {
    const shown = readNamed(toObject(structuredContent), toObject(_meta))
    if (!shown) {
      this.say(isError === true ? readText(content) : 'This answer has no specimen.')
      return
    }
    this.#known = toKey(shown)
    if (this.#view) this.#view.state = shown.state
    else this.#view = this.#mount(shown)
  }

  #mount({ hostUrl, specimen, state }: NamedResult): MountedView {
    const connection = openApp(this.#link, hostUrl)
    const onResult = ({ result, isPreview }: ViewResult): void => {
      const words = connection.findWords(result)
      const chosen = words && readNamed(words.summary, words.meta)
      if (!words || !chosen || isPreview || !this.#tellsModel || toKey(chosen) === this.#known) return
      this.#known = toKey(chosen)
      const text = `The person has chosen other values in the window:\n${words.text}`
      const context = { content: [{ type: 'text', text }], structuredContent: words.summary }
      this.#link.request('ui/update-model-context', context).catch((error: unknown) => console.warn(error))
    }
    this.#place.textContent = ''
    const options = { source: hostUrl, specimen, state, openGallery: null, isInChat: true, onResult }
    return mountView(this.#place, options, connection)
  }

  /** Takes the colours of the chat. */
  #wear({ theme }: JsonObject): void {
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme
  }
}

function toKey({ specimen, state }: NamedResult): string {
  return toCanonicalJson([specimen, state.params])
}

function readText(content: Json | undefined): string {
  const blocks: readonly Json[] = Array.isArray(content) ? content : []
  const texts = blocks.map((block) => toObject(block).text).filter((text) => typeof text === 'string')
  return texts.join('\n')
}
