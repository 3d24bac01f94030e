"""What pyHanko says of a sealed file: say.py FILE CERTIFICATE."""

import sys

from asn1crypto import x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

with open(sys.argv[2], "rb") as file:
    root = x509.Certificate.load(file.read())
with open(sys.argv[1], "rb") as file:
    reader = PdfFileReader(file, strict=True)
    (signature,) = reader.embedded_signatures
    status = validate_pdf_signature(signature, ValidationContext(trust_roots=[root], allow_fetching=False))
    print(
        f"bottom_line={status.bottom_line} trusted={status.trusted} coverage={status.coverage.name} "
        f"modification={status.modification_level.name} docmdp={status.docmdp_ok}"
    )
