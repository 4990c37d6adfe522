"""What may stand in an author's drawing. A list of the good ones: whatever is not here is left out.

Elements and attributes of SVG 2 that draw. Left out are, on purpose: `script`, `foreignObject`, `feImage`, every
animation (SMIL pays no heed to a wish for less motion, and can set links), event attributes, `overflow`, `cursor`.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SHAPES = _words("circle ellipse line path polygon polyline rect")
CONTAINERS = _words("g svg switch")
TEXTS = _words("text textPath tspan")
UNSEEN = _words("clipPath defs filter linearGradient marker mask pattern radialGradient symbol")
"""Drawn only where something refers to them."""

DRAWN = SHAPES | CONTAINERS | TEXTS | {"use", "image"}
ELEMENTS = (
    DRAWN
    | UNSEEN
    | _words(
        """
        stop feBlend feColorMatrix feComponentTransfer feComposite feDistantLight feDropShadow feFlood feFuncA feFuncB
        feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feTile
        """
    )
)

REFERRING = _words("linearGradient pattern radialGradient textPath use")
"""Elements whose `href` may name another one of the same file."""

# https://www.w3.org/TR/SVG2/propidx.html, those that draw
PROPERTIES = _words(
    """
    alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
    direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font font-family
    font-size font-size-adjust font-stretch font-style font-variant font-weight isolation letter-spacing lighting-color
    line-height marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity paint-order
    shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-rendering transform-box
    transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode
    """
)
"""Of CSS; each may also be an attribute."""

ATTRIBUTES = PROPERTIES | _words(
    """
    amount azimuth baseFrequency clipPathUnits cx cy d diffuseConstant dx dy edgeMode elevation exponent
    filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 lengthAdjust
    markerHeight markerUnits markerWidth maskContentUnits maskUnits method mode offset operator orient pathLength
    patternContentUnits patternTransform patternUnits points preserveAspectRatio primitiveUnits r radius refX refY
    result rotate rx ry side slope spacing spreadMethod startOffset stdDeviation surfaceScale tableValues textLength
    transform type values viewBox width x x1 x2 y y1 y2
    """
)

FUNCTIONS = _words(
    """
    url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp matrix translate
    translatex translatey scale scalex scaley rotate skewx skewy blur brightness contrast drop-shadow grayscale
    hue-rotate invert opacity saturate sepia circle ellipse inset polygon path
    """
)
"""What may stand in front of a parenthesis in a value, in small letters."""
