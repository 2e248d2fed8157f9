// A list as text: kept as it is typed, a comma at its end too, and read once it is sent.

export function listText(list: readonly string[]): string {
  return list.join(', ');
}

/** What stands between the commas; nothing between two of them is no part. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
