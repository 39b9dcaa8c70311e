/**
 * Repeats an expectation until it holds, or fails with its last failure.
 *
 * @param ms how long it may take at the most
 */
export async function eventually<T>(expectation: () => T | Promise<T>, ms = 5_000): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    try {
      return await expectation()
    } catch (error) {
      if (performance.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}
