// Hands a file to the browser: saved under its name, or opened in a tab.

export function saveFile(blob: Blob, name: string | null): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  if (name === null) link.target = '_blank';
  else link.download = name;
  link.click();
  // The tab or the download has to have read it first.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What proves a file, under the name of the file it proves. */
export function saveManifest(manifest: object, name: string): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  saveFile(new Blob([text], { type: 'application/json' }), `${name}.manifest.json`);
}
