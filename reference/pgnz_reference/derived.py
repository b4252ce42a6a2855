NAMES = (b"ECO", b"Opening", b"Variation", b"SubVariation", b"ECOUrl", b"NIC", b"Termination", b"TerminationDetails", b"CurrentPosition", b"PlyCount", b"EndTime")
COLUMNS = {name: i for number, n in enumerate(NAMES) for name, i in ((n, number), (n.upper(), number))}


def is_derived(name):
    return name in COLUMNS
