/** What this browser keeps from visit to visit. Where it keeps nothing, as in some frames, the page works without. */
export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(`crossplay-${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`crossplay-${key}`, value);
  } catch {
    // The next visit begins anew.
  }
}
