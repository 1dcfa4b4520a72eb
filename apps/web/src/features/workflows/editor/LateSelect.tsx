import { useState, type ReactNode, type SelectHTMLAttributes } from 'react'

interface LateSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** The option that is chosen now. */
  readonly chosen: ReactNode
  /** A component that draws all options, the chosen one among them. */
  readonly choices: ReactNode
}

/**
 * A select that draws its options only once it is pressed or focused. Each input of a large graph can come from any output, so 1,000 nodes would draw
 * millions of options.
 */
export function LateSelect({ chosen, choices, children: _children, ...rest }: LateSelectProps) {
  const [isReached, setReached] = useState(false)
  return (
    <select
      {...rest}
      onPointerDown={() => setReached(true)}
      onFocus={() => setReached(true)}
      onBlur={() => setReached(false)}
    >
      {isReached ? choices : chosen}
    </select>
  )
}
