import type { Page } from '@playwright/test'

/** A node of React's tree; not public, but React hands it to its developer tools in every build. */
interface Fiber {
  alternate: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
  return: Fiber | null
  /** Null for parts of the tree without an element. */
  stateNode: unknown
  type: unknown
  flags: number
}

/** Set by React on a component that was rendered in a commit. */
const PERFORMED_WORK = 1

/** Counts from now on what React renders inside an element. Call it before the page is opened. */
export async function countRenders(page: Page, selector: string) {
  await page.addInitScript(
    ({ selector: inside, flag }) => {
      const counted = { renders: 0 }
      /** Adds what was rendered; a part that is the same object as before was skipped. */
      function visit(fiber: Fiber | null, isInside: boolean) {
        for (let each = fiber; each; each = each.sibling) {
          const isIn = isInside || (each.stateNode instanceof Element && each.stateNode.matches(inside))
          if (isIn && typeof each.type !== 'string' && (each.flags & flag) !== 0) counted.renders += 1
          if (each.child !== each.alternate?.child) visit(each.child, isIn)
        }
      }
      Object.assign(globalThis, {
        counted,
        __REACT_DEVTOOLS_GLOBAL_HOOK__: {
          supportsFiber: true,
          inject: () => 1,
          onCommitFiberRoot: (_id: number, { current }: { current: Fiber }) => visit(current.child, false),
        },
      })
    },
    { selector, flag: PERFORMED_WORK },
  )
  const counter = () => page.evaluate(() => (globalThis as unknown as { counted: { renders: number } }).counted.renders)
  return {
    /** Returns how many components were rendered during some work. */
    async during(work: () => Promise<void>) {
      const before = await counter()
      await work()
      return (await counter()) - before
    },
  }
}
