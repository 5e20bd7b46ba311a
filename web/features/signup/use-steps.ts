import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { navigationTarget } from '#web/api/navigation-target.ts'

/**
 * The current step, and how to move between steps. What a step sent may be answered after it was left: then
 * it moves no more.
 */
export interface Steps<Step extends string> {
  step: Step
  isFirst: boolean
  /** Shows a step without leaving the present one in the history. */
  replace: (step: Step) => void
  next: () => void
  back: () => void
}

/** Steps in the address, so that the browser's Back and Forward move between them and a reload stays. */
export function useStepsInUrl<Step extends string>(steps: readonly [Step, ...Step[]]): Steps<Step> {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const step = stepNamed(steps, new URLSearchParams(search).get('step'))

  /** Whether the browser is elsewhere, or on its way there. */
  function isLeft() {
    const place = navigationTarget() ?? location
    return place.pathname !== pathname || stepNamed(steps, new URLSearchParams(place.search).get('step')) !== step
  }
  function open(target: Step, replace: boolean) {
    if (isLeft()) return
    const query = new URLSearchParams(search)
    query.set('step', target)
    void navigate(`?${query}`, { replace, state: { isNextStep: !replace }, preventScrollReset: true })
  }

  return {
    step,
    isFirst: step === steps[0],
    replace: (target) => open(target, true),
    next: () => open(stepAfter(steps, step), false),
    // The step before is the entry before this one, unless the address was opened directly.
    back: () => (isNextStep(state) ? void navigate(-1) : open(stepBefore(steps, step), true)),
  }
}

function isNextStep(state: unknown) {
  return typeof state === 'object' && state !== null && 'isNextStep' in state && state.isNextStep === true
}

/** Steps of a dialog, which has no address. */
export function useLocalSteps<Step extends string>(steps: readonly [Step, ...Step[]]): Steps<Step> {
  const [step, setStep] = useState<Step>(steps[0])
  const open = (target: Step) => setStep((present) => (present === step ? target : present))
  return {
    step,
    isFirst: step === steps[0],
    replace: open,
    next: () => open(stepAfter(steps, step)),
    back: () => open(stepBefore(steps, step)),
  }
}

/** The step after this one; the last one stays. */
export function stepAfter<Step>(steps: readonly Step[], step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? step
}

/** The step before this one; the first one stays. */
export function stepBefore<Step>(steps: readonly Step[], step: Step): Step {
  return steps[steps.indexOf(step) - 1] ?? step
}

/** Returns the step of a name, such as one in an address; an unknown name is the first step. */
export function stepNamed<Step extends string>(steps: readonly [Step, ...Step[]], name: string | null): Step {
  return steps.find((step) => step === name) ?? steps[0]
}
