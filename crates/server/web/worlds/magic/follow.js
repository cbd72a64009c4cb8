// Following a plan together: what is left of it, and what may be done out of order.

/** @typedef {import("../../app/questions.js").ReasonedAction} Reason */

/** The pawn an action moves. @param {string} action */
function pawnOf(action) {
  return action.split(" ")[1];
}

/** Whether a step of a plan can be done before those ahead of it: none of them moves its pawn. @param {Reason[]} plan @param {number} at */
export function isFree(plan, at) {
  const step = plan[at];
  return Boolean(step) && !plan.slice(0, at).some((other) => pawnOf(other.do) === pawnOf(step?.do ?? ""));
}

/**
 * What is left of a plan after an action, nothing where the action is not in
 * it. Whoever makes a new plan after every action goes in circles.
 * @param {Reason[]} plan
 * @param {string} action
 */
export function left(plan, action) {
  const at = plan.findIndex((step) => step.do === action);
  return at >= 0 && isFree(plan, at) ? plan.toSpliced(at, 1) : [];
}
