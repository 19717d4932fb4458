package psr.gradients;

/** What back-propagation lowers. */
public enum Loss {

    /** −log of the score of what was seen, scores made positive and summing to one. */
    LOG,

    /** Half the squared distance from each state to what was seen next, in the state space. */
    L2
}
