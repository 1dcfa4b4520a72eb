/** In the frame nothing is loaded from elsewhere; our own page's policy applies in it too. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

/** Elements that could run, navigate or load. The frame's sandbox stops them all, but removed elements need not be stopped. */
const LEFT_OUT =
  'script, link, base, meta[http-equiv], iframe, frame, frameset, object, embed, applet, form, template, audio, video, source, track'

/** An untrusted page as a document for a frame without scripts. */
export function harmlessPage(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(LEFT_OUT)) element.remove()
  for (const element of page.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (/^on/i.test(name) || isForeign(element.localName, name, element.getAttribute(name) ?? ''))
        element.removeAttribute(name)
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">${page.documentElement.innerHTML}`
}

/** URLs that a browser loads automatically. A link is only text here: the frame cannot follow it. */
function isForeign(element: string, name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return element !== 'a' || !value.startsWith('#')
  if (name === 'src') return !/^\s*data:image\//i.test(value)
  return ['srcset', 'background', 'poster', 'ping', 'action', 'formaction', 'data', 'srcdoc'].includes(name)
}
