"""Learns from a CSV file and predicts, over HTTP.

    ./psr serve &
    python3 python/example.py --data psr-data
"""

import argparse
import csv
import os
import random
import tempfile

from psrlab import Lab


def write_visits(path, users=300, seed=1):
    """Visits to a shop: a line for each page that a user looked at."""
    draw = random.Random(seed)
    after: dict = {"home": ["search", "search", "help"], "search": ["search", "product", "product"], "product": ["pay", "search"],
                   "help": ["home", "search"], "pay": []}
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["user", "page"])
        for user in range(users):
            page = "home"
            while True:
                writer.writerow([user, page])
                if not after[page] or draw.random() < 0.1:
                    break
                page = draw.choice(after[page])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of a server on this machine; otherwise PSR_URL and PSR_TOKEN say where it is")
    parser.add_argument("--recipe", default="psr")
    arguments = parser.parse_args()
    lab = Lab(data=arguments.data)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "visits.csv")
        write_visits(path)
        model = lab.fit(path, recipe=arguments.recipe, sequence="user", symbol="page", progress=True)
    print(model)
    print("after home, search:")
    for symbol, probability in model.predict_proba(["home", "search"], top=3).items():
        print("  %-8s %.3f" % (symbol, probability))
    for sequence in (["home", "search", "product", "pay"], ["pay", "home"]):
        print("log-probability of %s: %.2f" % (" ".join(sequence), model.score([sequence])[0]))
    print("a visit: " + " ".join(model.sample(seed=3)[0]))
    with model.session() as session:
        for page in ("home", "help"):
            session.observe(page)
        print("after home, help: " + max(session.predict_proba().items(), key=lambda each: each[1])[0])


if __name__ == "__main__":
    main()
