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
