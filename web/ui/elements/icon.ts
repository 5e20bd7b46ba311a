import { createElement, type ComponentProps } from 'react'

interface IconData {
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Replaces Lucide's own `createLucideIcon` (web/vite/icons.ts). Lucide puts the attributes of an icon together again each
 * time that it is rendered, which took as long as a tile; here they are a class of theme.css, and the shapes are created
 * once.
 */
export function createLucideIcon({ node }: IconData) {
  // The condition is a constant of the build. On the server the shapes are a text, which costs nothing to render.
  const content = import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: node.map(htmlOf).join('') } }
    : { children: node.map(([tag, attributes]) => createElement(tag, attributes)) }
  return function Icon({ className, strokeWidth, ...rest }: ComponentProps<'svg'>) {
    const isNamed = rest['aria-label'] !== undefined || rest.role !== undefined
    return createElement('svg', {
      viewBox: '0 0 24 24',
      'aria-hidden': isNamed ? undefined : true,
      ...rest,
      ...content,
      className: className ? `icon ${className}` : 'icon',
      ...(strokeWidth !== undefined && { style: { strokeWidth } }),
    })
  }
}

/** Returns a shape as React writes it. Lucide's shapes have only attributes whose names and values need no change. */
function htmlOf([tag, attributes]: IconData['node'][number]) {
  const written = Object.entries(attributes).map(([name, value]) => (name === 'key' ? '' : ` ${name}="${value}"`))
  return `<${tag}${written.join('')}></${tag}>`
}
