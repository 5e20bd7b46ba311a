import { cloneElement, createElement, type ReactElement, type Ref } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = Record<string, unknown>

interface RenderInput<Element> {
  /** The element that is rendered if no other is given. */
  defaultTagName?: string
  /** The element rendered instead, such as a link. Its properties win; classes and handlers are joined. */
  render?: ReactElement | undefined
  ref?: Ref<Element> | undefined
  props: Props
}

/** Renders an element that its caller may replace: `<Button render={<Link to="/login" />}>`. */
export function renderAs<Element>({ defaultTagName = 'div', render, ref, props }: RenderInput<Element>): ReactElement {
  if (!render) return createElement(defaultTagName, ref ? { ...props, ref } : props)
  // The type of an element's properties is unknown.
  const own = render.props as Props
  const refs = [ref, own['ref']].filter((each) => each !== undefined && each !== null) as Ref<unknown>[]
  return cloneElement(render, { ...joinProps(props, own), ...(refs.length > 0 && { ref: joinRefs(refs) }) })
}

function joinProps(props: Props, own: Props) {
  const joined = { ...props, ...own }
  for (const [name, value] of Object.entries(own)) {
    const ours = props[name]
    if (name === 'className' && typeof ours === 'string' && typeof value === 'string') joined[name] = cx(value, ours)
    else if (typeof ours === 'function' && typeof value === 'function') {
      joined[name] = (...args: unknown[]) => {
        value(...args)
        ours(...args)
      }
    } else if (value === undefined) joined[name] = ours
  }
  return joined
}

/** Makes one ref of several. */
export function joinRefs<Element>(refs: Ref<Element>[]) {
  const [first] = refs
  if (refs.length === 1) return first
  return (element: Element | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
}
