/** A chat in a browser: the bridge of `@modelcontextprotocol/ext-apps` around a sandboxed frame. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { CallToolRequest, CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js'

declare global {
  /** Calls a tool of the host, from the process of the test. */
  function callHost(params: CallToolRequest['params']): Promise<CallToolResult>
}

/** What the page has told the model, oldest first. */
export const contexts: { readonly text: string; readonly summary: Record<string, unknown> }[] = []
/** The tools that the page has called. */
export const calls: CallToolRequest['params'][] = []
/** The heights that the page has asked for. */
export const heights: (number | undefined)[] = []

/** What a page tells a model. */
interface ToldContext {
  readonly content?: readonly ContentBlock[]
  readonly structuredContent?: Record<string, unknown>
}

let bridge: AppBridge | undefined

/** Shows a page of a host, and waits until it has introduced itself. */
export async function open(html: string, theme: 'light' | 'dark'): Promise<void> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.style.cssText = 'width: 100%; height: 100%; border: 0'
  document.body.append(frame)
  const { contentWindow } = frame
  if (!contentWindow) throw new Error('The frame has no window.')
  const capabilities = { serverTools: {}, updateModelContext: { text: {}, structuredContent: {} } }
  const hostContext = { theme, displayMode: 'inline', containerDimensions: { maxHeight: 900 } } as const
  bridge = new AppBridge(null, { name: 'chat', version: '1' }, capabilities, { hostContext })
  bridge.oncalltool = async (params) => {
    calls.push(params)
    return await callHost(params)
  }
  bridge.onupdatemodelcontext = async ({ content = [], structuredContent = {} }: ToldContext) => {
    const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    contexts.push({ text: texts.join('\n'), summary: structuredContent })
    return {}
  }
  bridge.onsizechange = ({ height }) => heights.push(height)
  const introduced = new Promise<void>((resolve) => {
    if (bridge) bridge.oninitialized = () => resolve()
  })
  await bridge.connect(new PostMessageTransport(contentWindow, contentWindow))
  frame.srcdoc = html
  await introduced
}

/** Hands the page what a tool has answered to the model. */
export async function show(answer: CallToolResult): Promise<void> {
  await bridge?.sendToolResult(answer)
}

/** Ends the page as a chat does. */
export async function end(): Promise<void> {
  await bridge?.teardownResource({})
}
