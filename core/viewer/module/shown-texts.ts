/**
 * Lets everything that the page draws as text go through `toShownText`: names, descriptions, notes, units and
 * file names are of others, and no component needs to remember it. Values of fields stay as they are.
 */
import { type ComponentChildren, Fragment, options, type VNode } from 'preact'
import { toShownText } from '../../contract/text/visible-text.ts'

const attributes = [
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
]

const { vnode: next } = options

options.vnode = (vnode) => {
  if (typeof vnode.type === 'string' || vnode.type === Fragment) showTexts(vnode)
  next?.(vnode)
}

function showTexts({ props }: VNode<{ [name: string]: unknown }>): void {
  for (const name of attributes) {
    const { [name]: text } = props
    if (typeof text === 'string') props[name] = toShownText(text)
  }
  if (props.children !== undefined) props.children = showChildren(props.children)
}

function showChildren(children: ComponentChildren): ComponentChildren {
  // Blanks between elements are no text of others.
  if (typeof children === 'string') return children.trim() === '' ? children : toShownText(children)
  return Array.isArray(children) ? children.map(showChildren) : children
}
